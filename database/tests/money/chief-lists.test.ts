import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { withoutTriggers } from '../setup/as-owner.ts'
import { arrange, asPerson } from '../setup/as-person.ts'

let db: TestDatabase
let cast: Awaited<ReturnType<typeof arrange>>
const ACCOUNT = crypto.randomUUID()
beforeAll(async () => {
  db = await createTestDatabase()
  cast = await arrange(db)
  await withoutTriggers(db.owner, async (client) => {
    await client.query(
      `insert into public.payments (reference, user_id, gateway, naira_kobo, peps_kobo, status, trouble, received_kobo, gateway_fee_kobo, channel, way, created_at)
       select 'AJ-chief-lists-' || n, $1, case when n % 7 = 0 then 'peps' else 'local' end, case when n % 7 = 0 then 0 else n * 10000 end, case when n % 7 = 0 then 500 else n % 3 end,
         (array['initiated', 'succeeded', 'failed', 'reversed'])[1 + n % 4], case when n % 4 = 3 then 'reversed' end, case when n % 4 in (1, 3) then n * 10000 end, n,
         case when n % 2 = 0 then 'card' end, 'bank_transfer', now() - n * interval '36 hours' from generate_series(1, 80) n`,
      [cast.customer],
    )
    await client.query(
      `insert into public.bank_accounts (id, vendor_id, bank_code, bank_name, account_number, account_name, added_by)
       select $1, $2, '058', 'GTBank', '0123456789', 'Own shop', $3`,
      [ACCOUNT, cast.ids.vendorId, cast.vendor],
    )
    await client.query(
      `insert into public.payouts (vendor_id, bank_account_id, amount_kobo, gateway, weekly_for, status, created_at)
       select case when n % 3 = 0 then $2::uuid else $3::uuid end, $1, n * 100, 'local', current_date - n, (array['sent', 'arrived', 'failed'])[1 + n % 3], now() - n * interval '12 hours'
       from generate_series(1, 30) n`,
      [ACCOUNT, cast.ids.rivalId, cast.ids.vendorId],
    )
    await client.query(
      `insert into public.email_logs (user_id, recipient_email, subject, content, kind) values ($1, 'ada@example.com', 'Two bags', 'They are ready.', 'order-ready')`,
      [cast.customer],
    )
  })
})
afterAll(() => db.drop())

const DAYS = `now() - interval '91 days', now() + interval '1 hour'`

test('the sums of payments are those of the rows, by state, method and amount', async () => {
  const cases = [
    ['', 'true'],
    [`, 'succeeded'`, `status = 'succeeded'`],
    [`, 'attention'`, 'trouble is not null'],
    [`, null, 'card'`, `channel = 'card' and gateway <> 'peps'`],
    [`, null, 'bank_transfer'`, `channel is null and gateway <> 'peps'`],
    [`, null, 'peps'`, `gateway = 'peps'`],
    [`, null, null, 200000, 400000`, 'naira_kobo + peps_kobo between 200000 and 400000'],
    [
      `, 'failed', 'card', 200000`,
      `status = 'failed' and channel = 'card' and gateway <> 'peps' and naira_kobo + peps_kobo >= 200000`,
    ],
  ]
  const sums = `sum(naira_kobo + peps_kobo)::text as asked, sum(coalesce(received_kobo, 0))::text as received, sum(gateway_fee_kobo)::text as fees`
  for (const [args, where] of cases) {
    const { rows, message } = await asPerson(
      db,
      cast.chief,
      `select sum(payments)::integer as payments, sum(amount_kobo)::text as asked, sum(received_kobo)::text as received, sum(gateway_fee_kobo)::text as fees
       from public.payment_sums(${DAYS}${args})`,
    )
    expect(message).toBe('')
    const counted = await db.owner.query(
      `select count(*)::integer as payments, ${sums} from public.payments where created_at > now() - interval '91 days' and ${where}`,
    )
    expect([args, rows[0]]).toEqual([args, counted.rows[0]])
    expect(counted.rows[0].payments).toBeGreaterThan(0)
  }
})

test('the sums of payouts are those of the shops that are asked for', async () => {
  for (const shops of [[cast.ids.vendorId], [cast.ids.rivalId, cast.ids.vendorId], []]) {
    const { rows } = await asPerson(
      db,
      cast.chief,
      `select coalesce(sum(payouts), 0)::integer as payouts, sum(amount_kobo)::text as amount from public.payout_sums(${DAYS}, null, $1::uuid[])`,
      [shops],
    )
    const counted = await db.owner.query(
      'select count(*)::integer as payouts, sum(amount_kobo)::text as amount from public.payouts where vendor_id = any ($1::uuid[])',
      [shops],
    )
    expect(rows[0]).toEqual(counted.rows[0])
  }
})

test('more than 92 days have no sums', async () => {
  for (const sums of ['payment_sums', 'payout_sums']) {
    const read = async (days: number) =>
      (await asPerson(db, cast.chief, `select * from public.${sums}(now() - make_interval(days => ${days}), now())`))
        .rows
    expect(await read(93)).toEqual([])
    expect((await read(92)).length).toBeGreaterThan(1)
  }
})

test('no one but chiefs reads the lists and their sums', async () => {
  for (const sql of [
    'select id from public.payment_list',
    'select id from public.payout_list',
    `select * from public.payment_sums(${DAYS})`,
    `select * from public.payout_sums(${DAYS})`,
    'select id from public.mail_records',
  ]) {
    expect([sql, (await asPerson(db, cast.chief, sql)).rows.length]).not.toEqual([sql, 0])
    for (const role of ['coordinator', 'manager', 'vendor', 'customer', 'administrator', 'supervisor'] as const)
      expect([role, sql, (await asPerson(db, cast[role], sql)).rows]).toEqual([role, sql, []])
    expect([sql, (await asPerson(db, null, sql)).rows.length]).toEqual([sql, 0])
  }
  expect((await asPerson(db, cast.chief, 'select id from public.payment_list')).rows).toHaveLength(80)
})

test('a payout that is not confirmed after a day is stuck, and one that came back is shown until one arrives', async () => {
  const { rows } = await asPerson(
    db,
    cast.chief,
    'select is_stuck, came_back, status, vendor_id, extract(epoch from now() - created_at)::integer / 3600 as hours from public.payout_list',
  )
  for (const row of rows as {
    is_stuck: boolean
    came_back: boolean
    status: string
    vendor_id: string
    hours: number
  }[]) {
    expect(row.is_stuck).toBe(row.status === 'sent' && row.hours >= 24)
    // The newest payout of this shop has arrived, so nothing of it is left to do.
    expect(row.came_back).toBe(row.status === 'failed' && row.vendor_id === cast.ids.vendorId && row.hours < 12)
  }
  expect((rows as { is_stuck: boolean }[]).some((row) => row.is_stuck)).toBe(true)
  await withoutTriggers(db.owner, (client) =>
    client.query(`update public.payouts set status = 'failed', created_at = now() where amount_kobo = 100`),
  )
  const after = await asPerson(db, cast.chief, 'select came_back from public.payout_list where amount_kobo = 100')
  expect(after.rows).toEqual([{ came_back: true }])
})
