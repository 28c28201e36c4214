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
  const { rows: managers } = await db.owner.query('select manager_id from public.manager_regions limit 1')
  people.manager = managers[0].manager_id
})
afterAll(() => db?.drop())

const DAYS = [`(now() at time zone 'Africa/Lagos')::date - 300`, `(now() at time zone 'Africa/Lagos')::date`]
const read = async (role: string, split: string, state: string | null = null) =>
  (
    await asPerson(
      db,
      people[role] ?? null,
      `select part, state, orders, goods::float8 from public.overseen_sales($1, ${DAYS}, $2) order by part, state`,
      [split, state],
    )
  ).rows
const raw = async (part: string, { from = '', where = 'true', state = 'null' } = {}) =>
  (
    await db.owner.query(
      `select ${part} as part, ${state} as state, count(*) filter (where f.is_paid)::integer as orders, coalesce(sum(f.goods) filter (where f.is_paid), 0)::float8 as goods
       from public.order_figures f join public.vendors v on v.id = f.vendor_id ${from}
       where (f.created_at at time zone 'Africa/Lagos')::date between ${DAYS[0]} and ${DAYS[1]} and ${where}
       group by 1, 2 having count(*) filter (where f.is_paid) > 0 order by 1, 2`,
    )
  ).rows
const sold = (rows: Record<string, unknown>[]) => rows.filter(({ orders }) => Number(orders) > 0)

const WEEK = `date_trunc('week', f.created_at at time zone 'Africa/Lagos')::date::text`

test('weeks and towns are those of the rows, for a chief over all states', async () => {
  const weeks = sold(await read('chief', 'week'))
  expect(weeks.length).toBeGreaterThan(10)
  expect(weeks).toEqual(await raw(WEEK))
  expect(sold(await read('coordinator', 'town'))).toEqual(await raw('v.location', { state: 'v.state' }))
})

test('a manager sees their states, one of them if it is chosen, and nobody else sees any', async () => {
  const where = `v.state in (select state from public.manager_regions where manager_id = '${people.manager}')`
  expect(sold(await read('manager', 'week'))).toEqual(await raw(WEEK, { where }))
  expect(sold(await read('manager', 'week', 'Lagos'))).toEqual(
    await raw(WEEK, { where: `${where} and v.state = 'Lagos'` }),
  )
  expect(await read('manager', 'week', 'Kano')).toEqual([])
  for (const role of ['vendor', 'customer', 'supervisor']) {
    for (const split of ['week', 'town', 'category']) expect(await read(role, split)).toEqual([])
  }
})

test('categories have the goods of all orders', async () => {
  const total = (rows: Record<string, unknown>[]) => rows.reduce((sum, { goods }) => sum + Number(goods), 0)
  expect(total(await read('chief', 'category'))).toBeCloseTo(total(await read('chief', 'week')), 2)
  expect((await read('chief', 'category')).length).toBeGreaterThan(2)
})
