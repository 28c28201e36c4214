import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { queryWithCause } from '../setup/as-owner.ts'
import { arrange, asPerson } from '../setup/as-person.ts'

let db: TestDatabase
let cast: Awaited<ReturnType<typeof arrange>>
beforeAll(async () => {
  db = await createTestDatabase()
  cast = await arrange(db)
  const line = (kind: string, sides: object, amount_kobo: number) => JSON.stringify([{ kind, amount_kobo, ...sides }])
  const post = 'select ledger.write($1, $2, $3)'
  const early = '2026-03-14T22:30:00Z'
  await db.owner.query(post, ['payment:AJ-1', line('payment', { credit: cast.customer }, 900), early])
  await db.owner.query(post, ['payment:AJ-2', line('payment', { credit: cast.other }, 70), '2026-03-14T23:00:00Z'])
  await db.owner.query(post, ['reward:1', line('referral_reward', { credit: cast.customer }, 500), early])
  await db.owner.query(
    `insert into public.book_differences (gateway, kind, reference, fault, happened_at) values ('local', 'payment', 'x', 'doubled', now())`,
  )
  await db.owner.query(
    `insert into public.gateway_records (gateway, kind, id, status, amount_kobo, made_at) values ('local', 'payment', '1', 'done', 1, now())`,
  )
  await db.owner.query(
    `insert into public.book_comparisons (gateway, from_day, to_day, records, differences) values ('local', '2026-03-14', '2026-03-14', 1, 1)`,
  )
  await db.owner.query(
    `insert into public.audit_runs (cause, findings, transfers, chain, chain_until) values ('night', '[]', 0, '', now())`,
  )
})
afterAll(() => db.drop())

const READ = [
  'public.ledger_accounts',
  'public.ledger_entries',
  'public.ledger_account_lines',
  'public.ledger_lines',
  'public.gateway_records',
  'public.book_comparisons',
  'public.book_differences',
  'public.audit_runs',
]

describe('the books', () => {
  test('are readable by the chief only', async () => {
    const others = ['customer', 'vendor', 'manager', 'coordinator', 'administrator', 'supervisor'] as const
    for (const table of READ) {
      const sql = `select from ${table}`
      expect([table, (await asPerson(db, cast.chief, sql)).count]).not.toEqual([table, 0])
      for (const who of others)
        expect([table, who, (await asPerson(db, cast[who], sql)).count]).toEqual([table, who, 0])
      expect([table, (await asPerson(db, null, sql)).errorCode]).toEqual([table, '42501'])
    }
    const balances = `select from public.ledger_balances where as_at = '2026-03-15'`
    expect((await asPerson(db, cast.chief, balances)).count).toBeGreaterThan(10)
    for (const who of others) expect((await asPerson(db, cast[who], balances)).count).toBe(0)
  })

  test.each(READ)('%s is not writable, not even for the chief', async (table) => {
    for (const sql of [`delete from ${table}`, `insert into ${table} default values`])
      expect((await asPerson(db, cast.chief, sql)).errorCode).toMatch(/42501|55000/)
  })

  test('the schema of the ledger is not accessible to the chief either', async () => {
    for (const sql of ['select from ledger.transfers', 'select from ledger.line_facts', 'select ledger.chain(now())'])
      expect((await asPerson(db, cast.chief, sql)).errorCode).toBe('42501')
  })

  test('a day in Lagos ends at 23:00 UTC', async () => {
    const held = async (day: string) =>
      (
        await asPerson(
          db,
          cast.chief,
          `select accounts, balance_kobo from public.ledger_balances where as_at = $1 and kind = 'escrow'`,
          [day],
        )
      ).rows
    expect(await held('2026-03-13')).toEqual([{ accounts: 0, balance_kobo: 0n }])
    expect(await held('2026-03-14')).toEqual([{ accounts: 1, balance_kobo: 900n }])
    expect(await held('2026-03-15')).toEqual([{ accounts: 2, balance_kobo: 970n }])
  })

  test('both kinds of accounts show their signed balance', async () => {
    const { rows } = await asPerson(
      db,
      cast.chief,
      `select kind, balance_kobo from public.ledger_accounts order by kind, balance_kobo`,
    )
    expect(rows).toEqual([
      { kind: 'escrow', balance_kobo: 70n },
      { kind: 'escrow', balance_kobo: 900n },
      { kind: 'gateway', balance_kobo: 970n },
      { kind: 'peps', balance_kobo: 500n },
      { kind: 'referral_cost', balance_kobo: 500n },
    ])
  })

  test('accounts are listed page by page', async () => {
    await db.owner.query(
      `select ledger.post('many:' || n, jsonb_build_array(jsonb_build_object('kind', 'payment', 'credit', gen_random_uuid(), 'amount_kobo', n))) from generate_series(1, 30) n`,
    )
    const page = `select kind from public.ledger_accounts where kind = 'escrow' order by opened_at desc, id limit 25 offset 25`
    expect((await asPerson(db, cast.chief, page)).rows).toHaveLength(7)
  })

  test('the journals of an order, its buy and a payment are readable by the chief only', async () => {
    const { rows } = await db.owner.query<{ id: string; group_buy_id: string; user_id: string }>(
      'select id, group_buy_id, user_id from public.orders limit 1',
    )
    const [order] = rows
    const payment = crypto.randomUUID()
    const line = JSON.stringify([{ kind: 'payment', credit: order?.id, amount_kobo: 40 }])
    await db.owner.query('select ledger.post($1, $2)', [`payment:AJ-${payment}`, line])
    await queryWithCause(
      db.owner,
      'buyer',
      `insert into public.payments (id, reference, user_id, gateway, naira_kobo) values ($1::uuid, 'AJ-' || $1::uuid, $2, 'local', 40)`,
      [payment, order?.user_id],
    )
    const lines = async (who: string, [table, column, id]: readonly [string, string, string | undefined]) =>
      (await asPerson(db, who, `select from public.${table} where ${column} = $1`, [id])).count
    for (const query of [
      ['ledger_order_lines', 'about_order_id', order?.id],
      ['ledger_buy_lines', 'group_buy_id', order?.group_buy_id],
      ['ledger_payment_lines', 'payment_id', payment],
    ] as const) {
      expect([query[0], await lines(cast.chief, query)]).toEqual([query[0], 1])
      expect([query[0], await lines(cast.coordinator, query)]).toEqual([query[0], 0])
    }
  })

  test('lines of an account are found by id with all details', async () => {
    const all = `select e.account_id, to_jsonb(l) as line from public.ledger_account_lines e join public.ledger_lines l on l.id = e.id`
    const entries = `select account_id, to_jsonb(e) - 'account_id' - 'is_debit' as line from public.ledger_entries e`
    const { rows } = await asPerson(
      db,
      cast.chief,
      `with one as (${all}), other as (${entries}) select (select count(*) from other)::integer as lines,
         (select count(*) from (table one except all table other) x)::integer as more,
         (select count(*) from (table other except all table one) x)::integer as less`,
    )
    expect(rows).toEqual([{ lines: expect.any(Number), more: 0, less: 0 }])
    expect(rows[0]?.lines).toBeGreaterThan(60)
  })

  test('the journal of a buy consists of those of its orders: holds, refunds and rewards, each line once', async () => {
    const { rows } = await db.owner.query<{ id: string; group_buy_id: string; user_id: string }>(
      'select id, group_buy_id, user_id from public.orders limit 1',
    )
    const [order] = rows
    const [payment, refund] = [crypto.randomUUID(), crypto.randomUUID()]
    const insert = (sql: string, values: unknown[]) => queryWithCause(db.owner, 'buyer', sql, values)
    await insert(
      `insert into public.payments (id, reference, user_id, gateway, naira_kobo, received_kobo) values ($1::uuid, 'AJ-' || $1::uuid, $2, 'local', 90, 90)`,
      [payment, order?.user_id],
    )
    await insert(
      `insert into public.refunds (id, payment_id, order_id, amount_kobo, reason) values ($1, $2, $3, 30, 'left')`,
      [refund, payment, order?.id],
    )
    const post = (key: string, lines: object[]) =>
      db.owner.query('select ledger.post($1, $2)', [key, JSON.stringify(lines)])
    await post(`payment:AJ-${payment}`, [{ kind: 'payment', credit: order?.id, amount_kobo: 90 }])
    await post(`refunded:${refund}`, [{ kind: 'return_owed', debit: order?.id, credit: refund, amount_kobo: 30 }])
    await post(`sent:${refund}`, [{ kind: 'return_sent', debit: refund, amount_kobo: 30 }])
    await post(`reward:${order?.id}`, [{ kind: 'referral_reward', credit: cast.other, amount_kobo: 5 }])
    const linesOf = async (sql: string, id: string | undefined) =>
      (await asPerson(db, cast.chief, `${sql} order by key, line`, [id])).rows
    const ofOrder = await linesOf(
      'select key, line, kind, order_id from public.ledger_order_lines where about_order_id = $1',
      order?.id,
    )
    expect(ofOrder.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['payment', 'return_owed', 'return_sent', 'referral_reward']),
    )
    const ofBuy = 'select key, line, kind, order_id from public.ledger_buy_lines where group_buy_id = $1'
    expect(await linesOf(ofBuy, order?.group_buy_id)).toEqual(ofOrder)
  })
})
