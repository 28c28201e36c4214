import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestMarket, type TestMarket } from '../testing/market.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

const application = {
  business_name: 'Mama Tee Grains',
  description: 'Rice and beans from the mill.',
  location: 'Ibadan',
  state: 'Oyo',
  phone: '0803 123 4567',
  address: '4 Market Road, Bodija',
}

test('a customer signs up a shop, a manager of its state approves it, and the customer becomes a vendor', async () => {
  const owner = await market.person()
  const { body, status } = await market.call('sign-up-vendor', application, { as: owner })
  expect(status).toBe(200)
  expect(await market.row('select status, owner_id from public.vendors where id = $1', [body.vendor_id])).toEqual({
    status: 'pending',
    owner_id: owner,
  })
  expect((await market.call('sign-up-vendor', application, { as: owner })).status).toBe(409)

  const coordinator = await market.person({ role: 'coordinator' })
  const manager = await market.person({ role: 'manager' })
  const decide = (as: string, decision: string, note = '') =>
    market.call('decide-vendor', { vendor_id: body.vendor_id, decision, note }, { as })
  expect((await decide(manager, 'approve')).status).toBe(403)
  await market.call('assign-region', { manager_id: manager, states: ['Lagos'] }, { as: coordinator })
  expect((await decide(manager, 'approve')).status).toBe(403)
  await market.call('assign-region', { manager_id: manager, states: ['Oyo', 'Osun'] }, { as: coordinator })
  expect((await decide(manager, 'reject')).body.message).toMatch(/write the reason/)
  expect(await decide(manager, 'approve')).toMatchObject({ status: 200, body: { status: 'active' } })
  expect(await market.row('select role, referral_code from public.profiles where id = $1', [owner])).toEqual({
    role: 'vendor',
    referral_code: null,
  })
  expect((await decide(manager, 'approve')).status).toBe(409)
  expect(await decide(manager, 'suspend', 'Two buys were not delivered')).toMatchObject({
    body: { status: 'suspended' },
  })
  expect(await decide(manager, 'reinstate')).toMatchObject({ body: { status: 'active' } })
})

test('a rejected shop may be corrected and sent again', async () => {
  const owner = await market.person()
  const chief = await market.person({ role: 'chief' })
  const { body } = await market.call('sign-up-vendor', application, { as: owner })
  await market.call(
    'decide-vendor',
    { vendor_id: body.vendor_id, decision: 'reject', note: 'The address is incomplete' },
    { as: chief },
  )
  const again = await market.call(
    'sign-up-vendor',
    { ...application, address: '4 Market Road, Bodija, Ibadan' },
    { as: owner },
  )
  expect(again).toMatchObject({ status: 200, body: { vendor_id: body.vendor_id } })
})

test('bad applications name their fields, customers cannot assign regions, and only managers are assigned', async () => {
  const owner = await market.person()
  const bad = await market.call(
    'sign-up-vendor',
    { ...application, business_name: '', phone: 'call me', state: 'Texas' },
    { as: owner },
  )
  expect(bad).toMatchObject({ status: 400, body: { errors: { business_name: expect.any(String) } } })
  expect((await market.call('sign-up-vendor', { ...application, state: 'Texas' }, { as: owner })).status).toBe(400)
  expect((await market.call('assign-region', { manager_id: owner, states: ['Oyo'] }, { as: owner })).status).toBe(403)
  const chief = await market.person({ role: 'chief' })
  expect((await market.call('assign-region', { manager_id: owner, states: ['Oyo'] }, { as: chief })).status).toBe(404)
})
