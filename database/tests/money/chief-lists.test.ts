import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { asPerson } from '../setup/as-person.ts'
import { demoMarket } from '../setup/demo-market.ts'

let db: TestDatabase
const people: Record<string, string> = {}
beforeAll(async () => {
  db = await createTestDatabase({ seed: demoMarket })
  const { rows } = await db.owner.query('select distinct on (role) role, id from public.profiles order by role, id')
  for (const { role, id } of rows) people[role] = id
})
afterAll(() => db.drop())

const DAYS = `now() - interval '91 days', now() + interval '1 hour'`

test('the sums of payments are those of the listed rows, by state, method and amount', async () => {
  for (const [args, where] of [
    ['', 'true'],
    [`, 'succeeded'`, `status = 'succeeded'`],
    [`, 'attention'`, 'trouble is not null'],
    [`, null, 'bank_transfer'`, `coalesce(channel, way) = 'bank_transfer' and gateway <> 'peps'`],
    [`, null, null, 100000, 900000`, 'naira_kobo + peps_kobo between 100000 and 900000'],
  ]) {
    const { rows, message } = await asPerson(
      db,
      people.chief ?? '',
      `select sum(payments)::integer as payments, sum(amount_kobo)::text as asked, sum(received_kobo)::text as received from public.payment_sums(${DAYS}${args})`,
    )
    expect(message).toBe('')
    const counted = await db.owner.query(
      `select nullif(count(*), 0)::integer as payments, sum(naira_kobo + peps_kobo)::text as asked, nullif(sum(coalesce(received_kobo, 0)), null)::text as received
       from public.payments where created_at > now() - interval '91 days' and ${where}`,
    )
    expect([args, rows[0]]).toEqual([args, counted.rows[0]])
  }
})

test('the sums of payouts are those of the shop’s rows', async () => {
  const { rows: shops } = await db.owner.query('select vendor_id from public.payouts limit 1')
  const { rows } = await asPerson(
    db,
    people.chief ?? '',
    `select coalesce(sum(payouts), 0)::integer as payouts, sum(amount_kobo)::text as amount from public.payout_sums(${DAYS}, null, array['${shops[0]?.vendor_id ?? people.chief}'::uuid])`,
  )
  const counted = await db.owner.query(
    `select count(*)::integer as payouts, sum(amount_kobo)::text as amount from public.payouts where vendor_id = $1 and created_at > now() - interval '91 days'`,
    [shops[0]?.vendor_id ?? null],
  )
  expect(rows[0]).toEqual(counted.rows[0])
})

test('more than 92 days have no sums', async () => {
  for (const sums of ['payment_sums', 'payout_sums']) {
    const { rows, message } = await asPerson(
      db,
      people.chief ?? '',
      `select * from public.${sums}(now() - interval '93 days', now())`,
    )
    expect([message, rows]).toEqual(['', []])
  }
})

test('no one but chiefs reads the lists and their sums', async () => {
  for (const role of ['coordinator', 'manager', 'vendor', 'customer', 'content'].filter((one) => people[one])) {
    for (const sql of [
      'select id from public.payment_list',
      'select id from public.payout_list',
      `select * from public.payment_sums(${DAYS})`,
      `select * from public.payout_sums(${DAYS})`,
    ]) {
      const { rows } = await asPerson(db, people[role] ?? '', sql)
      expect([role, sql, rows]).toEqual([role, sql, []])
    }
  }
  const { rows } = await asPerson(db, people.chief ?? '', 'select count(*)::integer as amount from public.payment_list')
  expect((rows[0] as { amount: number } | undefined)?.amount).toBeGreaterThan(5)
})

test('a payout that is not confirmed after a day is stuck, a new one is not', async () => {
  const { rows: all } = await db.owner.query(`select id from public.payouts order by created_at desc limit 1`)
  expect(all).toHaveLength(1)
  const stuckAt = async (status: string, hours: number) => {
    const client = await db.owner.connect()
    try {
      await client.query('begin')
      await client.query(`set local session_replication_role = replica`)
      await client.query(
        `update public.payouts set status = $2, trouble = null, created_at = now() - make_interval(hours => $3) where id = $1`,
        [all[0].id, status, hours],
      )
      await client.query(`select set_config('request.jwt.claims', $1, true)`, [
        JSON.stringify({ sub: people.chief, role: 'authenticated' }),
      ])
      await client.query('set local role authenticated')
      const { rows } = await client.query('select is_stuck from public.payout_list where id = $1', [all[0].id])
      return rows[0]?.is_stuck
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
  expect(await stuckAt('sent', 2)).toBe(false)
  expect(await stuckAt('sent', 25)).toBe(true)
  expect(await stuckAt('requested', 25)).toBe(true)
  expect(await stuckAt('needs_attention', 1)).toBe(true)
  expect(await stuckAt('arrived', 100)).toBe(false)
})
