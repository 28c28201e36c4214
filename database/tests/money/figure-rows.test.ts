import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { withoutTriggers } from '../setup/as-owner.ts'
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

interface Row {
  at: Date
  record_id: string
  amount_kobo: string | null
}

const PERIOD = `(now() - interval '700 days')::date, now()::date`

/** All rows of a figure, a few at a time. */
async function walk(figure: string, state: string | null = null, most = 3): Promise<Row[]> {
  const all: Row[] = []
  for (let last: Row | undefined; ; ) {
    const { rows, message } = await asPerson(
      db,
      people.chief ?? '',
      `select at::text, record_id, amount_kobo from public.figure_rows($1, ${PERIOD}, $2, $3::timestamptz, $4, $5)`,
      [figure, state, last?.at ?? null, last?.record_id ?? null, most],
    )
    expect(message).toBe('')
    all.push(...(rows as unknown as Row[]))
    if (rows.length < most) return all
    last = all.at(-1)
  }
}

const sum = (rows: readonly Row[]) => rows.reduce((total, { amount_kobo: amount }) => total + Number(amount ?? 0), 0)

test('the rows of a figure add up to it, page after page, in the market and in a state', async () => {
  const { rows: states } = await db.owner.query(
    'select state from public.vendors group by 1 order by count(*) desc limit 1',
  )
  for (const state of [null, states[0].state]) {
    const { rows } = await asPerson(
      db,
      people.chief ?? '',
      `select sum(orders)::integer as orders, sum(joins)::integer as joins, round(sum(goods) * 100)::float8 as sales, sum(buyer_fee_kobo)::float8 as buyer_fees,
         sum(vendor_fee_kobo)::float8 as vendor_fees, sum(timed)::integer as on_time, sum(claims)::integer as claims, sum(buys_ended)::integer as fill,
         sum(new_people)::integer as new_people, sum(new_shops)::integer as new_shops, sum(refund_kobo)::float8 as refunds
       from public.market_days(${PERIOD}, $1)`,
      [state],
    )
    const figures = rows[0] ?? {}
    // A figure of nothing would prove nothing. New people belong to no state.
    const empty = Object.keys(figures).filter((figure) => !figures[figure])
    expect(empty).toEqual(state === null ? [] : ['new_people'])
    for (const figure of ['orders', 'joins', 'on_time', 'claims', 'fill', 'new_people', 'new_shops'])
      expect([figure, (await walk(figure, state, 100)).length]).toEqual([figure, figures[figure]])
    for (const figure of ['sales', 'buyer_fees', 'vendor_fees', 'refunds'])
      expect([figure, sum(await walk(figure, state, 100))]).toEqual([figure, figures[figure]])
  }
})

test('rows of the same moment are each on one page', async () => {
  await withoutTriggers(db.owner, async (tx) => {
    await tx.query(
      `update public.group_buys set end_date = (select min(end_date) from public.group_buys where status <> 'draft') where status in ('confirmed', 'ready', 'completed', 'failed', 'cancelled')`,
    )
    await tx.query(`update public.orders set created_at = now() - interval '2 days' where is_paid`)
    await tx.query(`update public.profiles set created_at = now() - interval '4 days'`)
  })
  for (const figure of ['fill', 'orders', 'new_people']) {
    const rows = await walk(figure)
    expect(rows.length, figure).toBeGreaterThan(6)
    expect(new Set(rows.map(({ record_id: id }) => id)).size).toBe(rows.length)
    expect(rows.length, figure).toBe((await walk(figure, null, 100)).length)
    const all = await db.owner.query(
      figure === 'fill'
        ? `select id from public.group_buys where status in ('confirmed', 'ready', 'completed', 'failed', 'cancelled')`
        : figure === 'orders'
          ? 'select id from public.orders where is_paid'
          : 'select id from public.profiles',
    )
    expect(rows.length, figure).toBe(all.rowCount)
  }
})

test('several refunds of an order at one moment are one row', async () => {
  const { rows: orders } = await db.owner.query(`select id, user_id from public.orders where status = 'paid' limit 1`)
  const at = new Date(Date.now() - 60_000).toISOString()
  for (const key of ['one', 'two'])
    await db.owner.query(
      `select ledger.write($1, jsonb_build_array(jsonb_build_object('kind', 'returned_as_peps', 'debit', $2::uuid, 'credit', $3::uuid, 'amount_kobo', 100)), $4)`,
      [`test:${key}`, orders[0].id, orders[0].user_id, at],
    )
  const rows = (await walk('refunds')).filter(({ record_id: id }) => id === orders[0].id)
  expect(rows.map(({ amount_kobo: amount }) => Number(amount))).toEqual([200])
})

test('only chiefs read them, of at most 800 days', async () => {
  const count = async (person: string | null, since = `now()::date - 700`) =>
    asPerson(db, person, `select * from public.figure_rows('orders', ${since}, now()::date)`)
  expect((await count(people.chief ?? '')).count).toBeGreaterThan(0)
  expect((await count(people.chief ?? '', `now()::date - 801`)).count).toBe(0)
  for (const role of ['customer', 'vendor', 'manager', 'coordinator', 'administrator'])
    expect((await count(people[role] ?? '')).count, role).toBe(0)
  expect((await count(null)).errorCode).toBe('42501')
})
