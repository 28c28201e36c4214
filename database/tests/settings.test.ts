import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { arrange } from './as-person.ts'
import { movedBy } from './moved-by.ts'

// A setting without a test that changes it and sees the effect does not exist.

let db: TestDatabase
let cast: Awaited<ReturnType<typeof arrange>>
beforeAll(async () => {
  db = await createTestDatabase()
  cast = await arrange(db)
})
afterAll(() => db.drop())

/** In force since a second ago, whatever notice the setting asks of a chief. */
async function nowIs(key: string, value: unknown) {
  await db.owner.query(
    `insert into public.settings (key, value, effective_from) values ($1, $2, now() + interval '1 year')`,
    [key, JSON.stringify(value)],
  )
  await db.owner.query(
    `update public.settings set effective_from = now() - interval '1 second' where key = $1 and effective_from > now()`,
    [key],
  )
}

const publish = async () =>
  (
    await movedBy(
      db.owner,
      'vendor',
      `insert into public.group_buys (product_id, vendor_id, status, target_quantity, end_date)
       select id, vendor_id, 'active', 5, now() + interval '9 days' from public.products where id = $1 returning *`,
      [cast.ids.productId],
    )
  ).rows[0]

const checkout = async () =>
  (
    await movedBy(
      db.owner,
      'buyer',
      `insert into public.checkouts (user_id) values ($1)
       returning extract(epoch from hold_expires_at - created_at)::integer / 60 as minutes`,
      [cast.customer],
    )
  ).rows[0].minutes

test.each([
  ['buyer_fee_bps', 300],
  ['vendor_fee_bps', 450],
  ['referral_bps', 75],
  ['late_leave_charge_bps', 500],
])('%s is copied onto a buy on publishing, and later changes leave that buy alone', async (key, value) => {
  const before = await publish()
  expect(before[key]).not.toBe(value)
  await nowIs(key, value)
  const after = await publish()
  expect(after[key]).toBe(value)
  const { rows } = await db.owner.query('select * from public.group_buys where id = $1', [before.id])
  expect(rows[0][key]).toBe(before[key])
})

test('a change that is announced for later has no effect yet', async () => {
  const before = await publish()
  await db.owner.query(
    `insert into public.settings (key, value, effective_from) values ('buyer_fee_bps', '999', now() + interval '1 day')`,
  )
  expect((await publish()).buyer_fee_bps).toBe(before.buyer_fee_bps)
})

test('a draft gets the rates of the day on which it is published', async () => {
  const { rows } = await movedBy(
    db.owner,
    'vendor',
    `insert into public.group_buys (product_id, vendor_id, target_quantity, end_date)
     select id, vendor_id, 5, now() + interval '9 days' from public.products where id = $1 returning id`,
    [cast.ids.productId],
  )
  await nowIs('vendor_fee_bps', 700)
  const published = await movedBy(
    db.owner,
    'vendor',
    `update public.group_buys set status = 'active' where id = $1 returning vendor_fee_bps`,
    [rows[0].id],
  )
  expect(published.rows[0].vendor_fee_bps).toBe(700)
})

test('bulk_hold_minutes: so long an unpaid checkout keeps its stock', async () => {
  expect(await checkout()).toBe(30)
  await nowIs('bulk_hold_minutes', 45)
  expect(await checkout()).toBe(45)
})

test('market_opened_at: the day that "joined in the first month" counts from', async () => {
  const opened = async () =>
    (await db.owner.query<{ day: string }>('select opened_at::date::text as day from public.market_opening')).rows[0]
      ?.day
  expect(await opened()).not.toBe('2026-02-03')
  await nowIs('market_opened_at', '2026-02-03')
  expect(await opened()).toBe('2026-02-03')
})

// Those of unpaid promises have theirs in server/group-buys/unpaid-promises.test.ts.
test('every setting has its test here', async () => {
  const { rows } = await db.owner.query<{ key: string }>(
    `select distinct key from public.settings where key not like 'unpaid\\_%' and key <> 'pay_to_join_hold_minutes' order by key`,
  )
  expect(rows.map(({ key }) => key)).toEqual([
    'bulk_hold_minutes',
    'buyer_fee_bps',
    'late_leave_charge_bps',
    'market_opened_at',
    'referral_bps',
    'vendor_fee_bps',
  ])
})
