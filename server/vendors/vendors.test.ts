import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'

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
  expect((await market.call('sign-up-vendor', application, { as: owner })).body.code).toBe('already_done')
  expect(await decide(manager, 'suspend', 'Two buys were not delivered')).toMatchObject({
    body: { status: 'suspended' },
  })
  expect(await decide(manager, 'reinstate')).toMatchObject({ body: { status: 'active' } })
})

test('a rejected shop may be corrected and sent again', async () => {
  const owner = await market.person()
  const chief = await market.person({ role: 'chief' })
  const sent = { ...application, business_name: 'Bisi Grains' }
  const { body } = await market.call('sign-up-vendor', sent, { as: owner })
  await market.call(
    'decide-vendor',
    { vendor_id: body.vendor_id, decision: 'reject', note: 'The address is incomplete' },
    { as: chief },
  )
  const again = await market.call(
    'sign-up-vendor',
    { ...sent, address: '4 Market Road, Bodija, Ibadan' },
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

const mailsTo = async (person: string) => {
  const { rows } = await market.db.owner.query(
    'select kind, subject, text from mail.messages where recipient = rights.email_of($1) order by kind',
    [person],
  )
  return rows as { kind: string; subject: string; text: string }[]
}

test('a pending application can be corrected; applicant and manager get a mail', async () => {
  const owner = await market.person()
  const manager = await market.person({ role: 'manager' })
  await market.db.owner.query(`insert into public.manager_regions (manager_id, state) values ($1, 'Kogi')`, [manager])
  const sent = { ...application, business_name: 'Lokoja Fish', state: 'Kogi' }
  const { body } = await market.call('sign-up-vendor', sent, { as: owner })
  expect(await mailsTo(owner)).toMatchObject([
    { kind: 'application-received', subject: expect.stringContaining('Lokoja Fish') },
  ])
  expect(await mailsTo(manager)).toMatchObject([{ kind: 'application-to-decide' }])
  expect((await mailsTo(manager))[0]?.text).toContain(`/manager/vendors/${body.vendor_id}`)

  const corrected = { ...sent, business_name: 'Lokoja Fish House', address: '9 Ganaja Road, Lokoja' }
  expect((await market.call('sign-up-vendor', corrected, { as: owner })).body).toEqual(body)
  expect(
    await market.row(
      'select v.business_name, v.status, d.address from public.vendors v join public.vendor_details d on d.vendor_id = v.id where v.id = $1',
      [body.vendor_id],
    ),
  ).toEqual({ business_name: 'Lokoja Fish House', status: 'pending', address: '9 Ganaja Road, Lokoja' })
  expect(await mailsTo(owner)).toHaveLength(1)
})

test('without a manager in the state, the coordinators are notified', async () => {
  const [owner, coordinator] = [await market.person(), await market.person({ role: 'coordinator' })]
  await market.call('sign-up-vendor', { ...application, business_name: 'Yola Beans', state: 'Adamawa' }, { as: owner })
  expect((await mailsTo(coordinator))[0]?.text).toContain('/coordinator/vendors/')
})

test('a shop name is unique, however it is written; staff cannot open shops', async () => {
  const name = 'Aba Ẹ̀fọ́ Market'
  const [first, second] = [await market.person(), await market.person()]
  expect((await market.call('sign-up-vendor', { ...application, business_name: name }, { as: first })).status).toBe(200)
  for (const business_name of [name.toLowerCase(), 'ABA  ẸFỌ́ MARKET'.replace('ẸFỌ́', 'Ẹ̀FỌ́'), 'AbaẸ̀fọ́ Mar\u200bket']) {
    const copy = await market.call('sign-up-vendor', { ...application, business_name }, { as: second })
    expect([business_name, copy.body.code]).toEqual([business_name, 'shop_name_taken'])
  }
  for (const role of ['manager', 'coordinator', 'chief', 'administrator']) {
    const as = await market.person({ role })
    expect((await market.call('sign-up-vendor', { ...application, business_name: role }, { as })).status).toBe(403)
  }
})

test('a shop is reinstated only for a vendor', async () => {
  const chief = await market.person({ role: 'chief' })
  const { vendorId, ownerId } = await market.shop()
  const decide = (decision: string) =>
    market.call('decide-vendor', { vendor_id: vendorId, decision, note: 'Late twice' }, { as: chief })
  await decide('suspend')
  await market.db.owner.query(`update public.profiles set role = 'customer' where id = $1`, [ownerId])
  expect((await decide('reinstate')).body.code).toBe('owner_is_no_vendor')
  await market.db.owner.query(`update public.profiles set role = 'vendor' where id = $1`, [ownerId])
  expect((await decide('reinstate')).status).toBe(200)
})
