import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTarget, type Person, type Target } from '../open-target.ts'

// An approved shop renamed itself "Ajoja Official Store" and changed its registration number, also while it was
// suspended, without a row in the log.

let target: Target
let chief: Person
let vendor: Person
let shop: string
beforeAll(async () => {
  target = await openTarget()
  chief = await target.signIn({ role: 'chief' })
  vendor = await target.signIn({ role: 'vendor' })
  const applied = await call('sign-up-vendor', vendor, APPLICATION)
  shop = (await applied.json()).vendor_id
  expect((await call('decide-vendor', chief, { vendor_id: shop, decision: 'approve' })).status).toBe(200)
}, 120_000)
afterAll(() => target?.close())

const APPLICATION = {
  business_name: 'Mama Tee Grains',
  description: 'Rice and beans from the mill.',
  location: 'Ibadan',
  state: 'Oyo',
  phone: '0803 123 4567',
  address: '4 Market Road, Bodija',
}
const OFFICIAL = 'Ajoja Official Store'

const call = (name: string, person: Person, body: unknown) =>
  target.request(`/functions/v1/${name}`, { method: 'POST', token: person.token, body: JSON.stringify(body) })
const patch = async (path: string, body: unknown) =>
  (await target.request(`/rest/v1/${path}`, { method: 'PATCH', token: vendor.token, body: JSON.stringify(body) }))
    .status
const facts = async () =>
  (
    await target.owner.query(
      'select v.business_name, d.registration_number, d.address from public.vendors v join public.vendor_details d on d.vendor_id = v.id where v.id = $1',
      [shop],
    )
  ).rows[0]

it('no route gives an approved shop another name or number', async () => {
  const before = await facts()
  const tries = async () => [
    await patch(`vendors?id=eq.${shop}`, { business_name: OFFICIAL }),
    await patch(`vendors?id=eq.${shop}`, { business_name: 'Rice Palace' }),
    await patch(`vendor_details?vendor_id=eq.${shop}`, { registration_number: 'RC 1' }),
    await patch(`vendor_details?vendor_id=eq.${shop}`, { address: '1 Other Road' }),
  ]
  expect(await tries()).toEqual([400, 403, 403, 403])
  expect(
    (await call('decide-vendor', chief, { vendor_id: shop, decision: 'suspend', note: 'Two late buys' })).status,
  ).toBe(200)
  expect(await tries()).toEqual([400, 403, 403, 403])
  expect(
    (await call('request-shop-change', vendor, { registration_number: 'RC 1', reason: 'A new number' })).status,
  ).toBe(403)
  expect(await facts()).toEqual(before)
  expect((await call('decide-vendor', chief, { vendor_id: shop, decision: 'reinstate' })).status).toBe(200)
})

it('a request is decided by another person, and both are in the log', async () => {
  const requested = await call('request-shop-change', vendor, {
    registration_number: 'RC 7',
    reason: 'We are a company now.',
  })
  expect(requested.status).toBe(200)
  const { shop_change_id } = await requested.json()
  expect((await call('decide-shop-change', vendor, { shop_change_id, decision: 'approve' })).status).toBe(403)
  expect((await call('decide-shop-change', chief, { shop_change_id, decision: 'approve' })).status).toBe(200)
  expect(await facts()).toMatchObject({ business_name: 'Mama Tee Grains', registration_number: 'RC 7' })
  const { rows } = await target.owner.query(
    `select action from public.audit_log where subject_id = $1 and action like 'shop.%' order by id`,
    [shop],
  )
  expect(rows.map(({ action }) => action)).toEqual(['shop.request-change', 'shop.approve'])
})

it('no other shop can have the market’s name, in any look-alike letters', async () => {
  const other = await target.signIn({ role: 'vendor' })
  for (const business_name of [OFFICIAL, 'Аjоја Store', 'A J 0 J A', 'Ａｊｏｊａ']) {
    const applied = await call('sign-up-vendor', other, { ...APPLICATION, business_name })
    expect([business_name, applied.status]).toEqual([business_name, 400])
  }
})
