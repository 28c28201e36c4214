import { afterAll, beforeAll, expect, test } from 'vitest'
import { asPerson } from '#database/tests/setup/as-person.ts'
import { identityOf } from '#platform/postgres/testing.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

const PROFILE = {
  description: 'Rice and beans from the mill.',
  location: 'Ibadan',
  phone: '0803 123 4567',
  logo_url: '/pictures/stall.webp',
  opening_hours: [
    { day: 1, opens: '14:00', closes: '18:00' },
    { day: 1, opens: '08:00', closes: '13:00' },
  ],
}
const readShop = (vendorId: string) =>
  market.row<{ seen: string } & Record<string, unknown>>(
    `select to_jsonb(v) #>> '{updated_at}' as seen, v.description, v.location, v.logo_url, v.opening_hours, d.phone
     from public.vendors v join public.vendor_details d on d.vendor_id = v.id where v.id = $1`,
    [vendorId],
  )
const save = async (shop: { vendorId: string; ownerId: string }, facts: Record<string, unknown> = {}) =>
  market.call(
    'save-shop-profile',
    { ...PROFILE, seen: (await readShop(shop.vendorId)).seen, ...facts },
    { as: shop.ownerId },
  )
async function suspendedShop() {
  const shop = await market.shop()
  await market.moved('manager', `update public.vendors set status = 'suspended' where id = $1`, [shop.vendorId])
  return shop
}
const acts = async (vendorId: string) =>
  (
    await market.db.owner.query(
      'select action, actor_id, before, after from public.audit_log where subject_id = $1 order by id',
      [vendorId],
    )
  ).rows

test('saves the facts at once, with an act that names what changed and no phone number', async () => {
  const shop = await market.shop()
  expect(await save(shop)).toMatchObject({ status: 200 })
  expect(await readShop(shop.vendorId)).toMatchObject({
    ...PROFILE,
    phone: '+2348031234567',
    opening_hours: [
      { day: 1, opens: '08:00', closes: '13:00' },
      { day: 1, opens: '14:00', closes: '18:00' },
    ],
  })
  expect((await save(shop)).status).toBe(200)
  expect((await save(shop, { location: 'Ogbomosho' })).status).toBe(200)
  const written = await acts(shop.vendorId)
  expect(written).toMatchObject([
    { action: 'shop.change-profile', actor_id: shop.ownerId, after: { phone: 'a phone number', location: 'Ibadan' } },
    { before: { location: 'Ibadan' }, after: { location: 'Ogbomosho' } },
  ])
  expect(JSON.stringify(written)).not.toContain('8031234567')
})

test('refuses what was changed meanwhile, absurd input, and other people', async () => {
  const shop = await market.shop()
  const { seen } = await readShop(shop.vendorId)
  const both = await Promise.all([save(shop, { seen }), save(shop, { seen, location: 'Ilorin' })])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  const absurd = await save(shop, {
    description: 'x'.repeat(2001),
    location: '',
    phone: 'call me',
    logo_url: '//evil.test/x.png',
    opening_hours: [1, 2, 3].map((n) => ({ day: 1, opens: `0${n}:00`, closes: `0${n}:30` })),
  })
  expect(Object.keys(absurd.body.errors).sort()).toEqual([
    'description',
    'location',
    'logo_url',
    'opening_hours',
    'phone',
  ])
  expect((await save({ ...shop, ownerId: await market.person() })).body.code).toBe('vendor_profile_not_found')
  expect((await save(await suspendedShop())).body.code).toBe('shop_is_suspended')
  expect((await save(await market.shop({ status: 'pending' }))).body.code).toBe('move_not_allowed')
})

test('a change through the table is an act too, and days and pauses are not changed there', async () => {
  const { vendorId, ownerId } = await market.shop()
  await market.db.database.as(identityOf(ownerId), (tx) =>
    tx.query(`update public.vendors set description = 'Yams of Benue' where id = $1`, [vendorId]),
  )
  expect(await acts(vendorId)).toMatchObject([
    { action: 'shop.change-profile', actor_id: ownerId, after: { description: 'Yams of Benue' } },
  ])
  for (const change of [`paused_until = now() + interval '1 day'`, `closed_days = '[]'`, `opening_hours = '[]'`]) {
    const answer = await asPerson(market.db, ownerId, `update public.vendors set ${change} where id = $1`, [vendorId])
    expect([change, answer.errorCode]).toEqual([change, '42501'])
  }
})
