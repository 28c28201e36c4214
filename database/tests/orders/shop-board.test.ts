import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { withoutTriggers } from '../setup/as-owner.ts'
import { arrange, asPerson, type Cast } from '../setup/as-person.ts'

let db: TestDatabase
let cast: Cast & { ids: Record<string, string> }
beforeAll(async () => {
  db = await createTestDatabase()
  cast = await arrange(db)
  await withoutTriggers(db.owner, async (client) => {
    for (const statement of ORDERS) await client.query(statement)
  })
  await db.owner.query('analyze public.orders, public.order_lines')
})
afterAll(() => db.drop())

/** Copies of the fixture's unpaid order in buys whose sharing day was, is to come, and is not set. */
const copied = (status: string, count: number, buy: string, more = '') => `
  with fixture as (select o.* from public.orders o where o.status = 'pending' limit 1)
  insert into public.orders (id, group_buy_id, user_id, vendor_id, buyer_name, quantity, unit_price, total_amount, ceiling_unit_price, status, created_at, settled_at, paid_at${more && ', handed_over_at'})
  select md5('${status}${buy}' || n)::uuid, md5('${buy}')::uuid, o.user_id, o.vendor_id, 'Buyer ' || n, 1, 50000, 50000, 50000, '${status}', o.created_at - n * interval '1 minute', now(), now()${more}
  from fixture o cross join generate_series(1, ${count}) n`

const buyOn = (name: string, day: string) => `
  insert into public.group_buys (id, product_id, vendor_id, status, product_name, category, unit, vendor_location, base_price, share_date, end_date, target_quantity, published_at)
  select md5('${name}')::uuid, product_id, vendor_id, 'ready', '${name}', category, unit, vendor_location, 50000, ${day}, now(), 100000, now()
  from public.group_buys where status = 'active' limit 1`

const ORDERS = [
  buyOn('late', `(now() at time zone 'Africa/Lagos')::date - 1`),
  buyOn('soon', `(now() at time zone 'Africa/Lagos')::date + 1`),
  buyOn('undated', 'null'),
  copied('confirmed', 3, 'late'),
  copied('confirmed', 12, 'soon'),
  copied('confirmed', 1200, 'undated'),
  copied('ready', 4, 'soon'),
  copied('collected', 5, 'soon', ", now() - n * interval '1 hour'"),
  copied('completed', 2000, 'soon', ', now()'),
  `insert into public.hand_overs (order_id, kind, status, due_from, due_until) select md5('readysoon' || n)::uuid, 'pickup', 'open', now() - interval '9 days', now() - interval '1 hour' from generate_series(1, 2) n`,
]

interface BoardRow {
  stage: string
  id: string
  due_day: string | null
  is_late: boolean
}

const board = async (person: string | null, most = 10) =>
  (await asPerson(db, person, 'select * from public.shop_board($1)', [most])).rows as unknown as BoardRow[]
const counts = async (person: string | null) =>
  Object.fromEntries(
    (await asPerson(db, person, 'select * from public.shop_board_counts()')).rows.map(({ stage, amount, late }) => [
      stage,
      [amount, late],
    ]),
  )

test('each stage begins with what is due first, and late orders are marked', async () => {
  const rows = await board(cast.vendor)
  const stage = (name: string) => rows.filter((row) => row.stage === name)
  expect(stage('unpaid').map(({ id }) => id)).toEqual([cast.ids.orderId])
  const toPack = stage('to-pack')
  expect(toPack.map(({ is_late }) => is_late)).toEqual([true, true, true, ...Array(7).fill(false)])
  for (const { due_day } of toPack) expect(due_day).not.toBeNull()
  expect(stage('ready').map(({ is_late }) => is_late)).toEqual([true, true, false, false])
  expect(stage('handed-over')).toHaveLength(5)
  expect(await counts(cast.vendor)).toEqual({
    unpaid: [1, 0],
    'to-pack': [1000, 3],
    ready: [4, 2],
    'handed-over': [5, 0],
  })
})

test('the board is the reader’s own shop’s, and bounded', async () => {
  for (const person of [cast.rival, cast.customer, cast.chief, cast.manager]) {
    expect(await board(person)).toEqual([])
    for (const [amount, late] of Object.values(await counts(person)) as [number, number][])
      expect(amount + late).toBe(0)
  }
  expect(await board(null)).toEqual([])
  const most = await board(cast.vendor, 100_000)
  expect(most.filter(({ stage }) => stage === 'to-pack')).toHaveLength(50)
})

test('staff and shops list a stage of several states as the board does', async () => {
  const find = async (person: string, status: string) =>
    (
      await asPerson(
        db,
        person,
        'select distinct o.status from public.find_orders(status => $1, shop => $2, most => 100) f join public.orders o using (id)',
        [status, cast.ids.vendorId ?? cast.ids.shopId],
      )
    ).rows.map((row) => row.status)
  expect(await find(cast.vendor, 'to-pack')).toEqual(['confirmed'])
  expect(await find(cast.vendor, 'handed-over')).toEqual(['collected'])
})

test('the facts of a customer are those of one shop', async () => {
  const facts = async (person: string | null) =>
    (
      await asPerson(
        db,
        person,
        'select placed, orders, promised_orders, uncollected_orders, claims from public.shop_customers where user_id = $1',
        [cast.customer],
      )
    ).rows
  expect(await facts(cast.vendor)).toEqual([
    { placed: 3225, orders: 3224, promised_orders: 1, uncollected_orders: 0, claims: 0 },
  ])
  for (const person of [cast.rival, cast.customer, cast.chief]) expect(await facts(person)).toEqual([])
})

test('figures by group buy count the reader’s own', async () => {
  const figures = async (person: string | null) =>
    (
      await asPerson(
        db,
        person,
        'select product_name, joined, paid, handed_over, target_quantity from public.shop_buy_figures() order by 1',
        [],
      )
    ).rows
  expect((await figures(cast.vendor)).filter(({ product_name }) => product_name === 'soon')).toEqual([
    { product_name: 'soon', joined: 2021, paid: 2021, handed_over: 2005, target_quantity: 100_000 },
  ])
  expect((await figures(cast.rival)).map(({ product_name }) => product_name)).not.toContain('soon')
  expect(await figures(cast.chief)).toEqual([])
})
