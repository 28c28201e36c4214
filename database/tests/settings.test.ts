import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { queryWithCause } from './setup/as-owner.ts'
import { arrange } from './setup/as-person.ts'

// A setting without a test that changes it and sees the effect does not exist.

let db: TestDatabase
let cast: Awaited<ReturnType<typeof arrange>>
beforeAll(async () => {
  db = await createTestDatabase()
  cast = await arrange(db)
})
afterAll(() => db.drop())

/** Inserts a value in force since a second ago, bypassing the notice period. */
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
    await queryWithCause(
      db.owner,
      'vendor',
      `insert into public.group_buys (product_id, vendor_id, status, target_quantity, end_date)
       select id, vendor_id, 'active', 5, now() + interval '9 days' from public.products where id = $1 returning *`,
      [cast.ids.productId],
    )
  ).rows[0]

const checkout = async () =>
  (
    await queryWithCause(
      db.owner,
      'buyer',
      `insert into public.checkouts (user_id) values ($1)
       returning extract(epoch from hold_expires_at - created_at)::integer / 60 as minutes`,
      [cast.customer],
    )
  ).rows[0].minutes

test.each([
  ['buyer_fee_bps', 200],
  ['vendor_fee_bps', 450],
  ['referral_bps', 75],
  ['late_leave_charge_bps', 500],
])('%s is copied onto a buy on publishing, and later changes do not affect that buy', async (key, value) => {
  const before = await publish()
  expect(before[key]).not.toBe(value)
  await nowIs(key, value)
  const after = await publish()
  expect(after[key]).toBe(value)
  const { rows } = await db.owner.query('select * from public.group_buys where id = $1', [before.id])
  expect(rows[0][key]).toBe(before[key])
})

test('a planned change has no effect before its date', async () => {
  const before = await publish()
  await db.owner.query(
    `insert into public.settings (key, value, effective_from) values ('buyer_fee_bps', '199', now() + interval '1 day')`,
  )
  expect((await publish()).buyer_fee_bps).toBe(before.buyer_fee_bps)
})

test('a draft gets the rates of the day on which it is published', async () => {
  const { rows } = await queryWithCause(
    db.owner,
    'vendor',
    `insert into public.group_buys (product_id, vendor_id, target_quantity, end_date)
     select id, vendor_id, 5, now() + interval '9 days' from public.products where id = $1 returning id`,
    [cast.ids.productId],
  )
  await nowIs('vendor_fee_bps', 300)
  const published = await queryWithCause(
    db.owner,
    'vendor',
    `update public.group_buys set status = 'active' where id = $1 returning vendor_fee_bps`,
    [rows[0].id],
  )
  expect(published.rows[0].vendor_fee_bps).toBe(300)
})

test('bulk_hold_minutes: how long an unpaid checkout reserves its stock', async () => {
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

test('vat_bps: applies to new lines of the standard class; existing lines do not change', async () => {
  await db.owner.query(`update public.products set vat_class = 'standard' where id = $1`, [cast.ids.productId])
  const line = async () => {
    const { rows } = await queryWithCause(
      db.owner,
      'buyer',
      `with c as (insert into public.checkouts (user_id) values ($1) returning id),
       o as (insert into public.orders (checkout_id, user_id, vendor_id, quantity, total_amount, fee_kobo, amount_due_kobo)
         select c.id, $1, p.vendor_id, 1, p.base_price, 0, 0 from c, public.products p where p.id = $2 returning id)
       insert into public.order_lines (order_id, product_id, product_name, unit, quantity, base_price, unit_price)
       select o.id, p.id, p.name, p.unit, 1, p.base_price, p.base_price from o, public.products p where p.id = $2 returning id, vat_class, vat_bps`,
      [cast.other, cast.ids.productId],
    )
    return rows[0]
  }
  const before = await line()
  expect(before).toMatchObject({ vat_class: 'standard', vat_bps: 750 })
  await nowIs('vat_bps', 1000)
  expect(await line()).toMatchObject({ vat_class: 'standard', vat_bps: 1000 })
  const { rows } = await db.owner.query('select vat_bps from public.order_lines where id = $1', [before.id])
  expect(rows).toEqual([{ vat_bps: 750 }])
})

// Settings with tests elsewhere: unpaid promises in server/group-buys/joining/unpaid-promises.test.ts; retention of notices in
// server/notices/notices.test.ts; the time of the audit in server/books/books.test.ts; short deliveries in
// server/packing/shortfalls/short-deliveries.test.ts and tests/attacks/money/a-rider-refunds-a-buy.test.ts; hand-overs without codes in
// tests/attacks/money/hand-over-proof-is-forged.test.ts; payouts in server/payouts/paying-out.test.ts; amounts entered by staff
// in tests/attacks/money/staff-mint-money.test.ts; SMS and WhatsApp in server/text-messages/sending.test.ts; claims in server/claims/claims.test.ts;
// pauses of the market in server/staff/switches.test.ts; higher prices in server/price-rises/refused-price-rises.test.ts;
// circles of ajo in server/ajo/ajo.test.ts.
test('every other setting is tested here', async () => {
  const { rows } = await db.owner.query<{ key: string }>(
    `select distinct key from public.settings where key not like 'unpaid\\_%' and key not like 'shortfall\\_%' and key not like 'text\\_messages\\_%' and key not like 'data\\_%' and key not like 'pause\\_%' and key not like 'ajo\\_%' and key not in ('shop_overrides_naira_a_day', 'pay_to_join_hold_minutes', 'notice_retention_days', 'claim_appeal_days', 'lot_claims_least', 'lot_claims_percent', 'resale_handling_bps', 'books_hour', 'amount_limit_act_naira', 'amount_limit_day_naira', 'payout_least_naira', 'payout_weekday', 'price_rise_bps') order by key`,
  )
  expect(rows.map(({ key }) => key)).toEqual([
    'bulk_hold_minutes',
    'buyer_fee_bps',
    'late_leave_charge_bps',
    'market_opened_at',
    'referral_bps',
    'vat_bps',
    'vendor_fee_bps',
  ])
})

test('a withdrawn value never applies, and only planned values can be withdrawn', async () => {
  const before = await publish()
  const withdraw = (when: string) =>
    db.owner.query(
      `update public.settings set withdrawn_at = now() where key = 'late_leave_charge_bps' and effective_from ${when} and withdrawn_at is null`,
    )
  await db.owner.query(
    `insert into public.settings (key, value, effective_from) values ('late_leave_charge_bps', '777', now() + interval '1 hour')`,
  )
  await withdraw('> now()')
  await db.owner.query(
    `update public.settings set effective_from = now() - interval '1 second' where key = 'late_leave_charge_bps' and value = '777'`,
  )
  expect((await publish()).late_leave_charge_bps).toBe(before.late_leave_charge_bps)
  await expect(withdraw('<= now()')).rejects.toThrow('before it takes effect')
})

test('the vendor keeps 95%: rejects settings and buys with higher fees', async () => {
  const plan = `insert into public.settings (key, value, effective_from) values ('vendor_fee_bps', $1, now() + interval '1 day')`
  await expect(db.owner.query(plan, ['501'])).rejects.toThrow('at least 95%')
  await db.owner.query(plan, ['500'])
  const { id } = await publish()
  for (const table of ['group_buys', 'orders'])
    await expect(
      db.owner.query(
        `update public.${table} set vendor_fee_bps = 501 where ${table === 'orders' ? 'true' : `id = '${id}'`}`,
      ),
    ).rejects.toThrow('vendor_keeps_95_percent')
})
