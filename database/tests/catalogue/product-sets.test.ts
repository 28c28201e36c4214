import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditMarket } from '#database/audit/market.ts'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { queryWithCause } from '../setup/as-owner.ts'
import { arrange, asPerson } from '../setup/as-person.ts'

// Orders by category are computed from stored sums by product, less orders counted more than once
// (docs/decisions/0054).
let db: TestDatabase
let cast: Awaited<ReturnType<typeof arrange>>
beforeAll(async () => {
  db = await createTestDatabase()
  cast = await arrange(db)
  const products = [cast.ids.productId, cast.ids.spare]
  await db.owner.query('update public.products set available_quantity = 100000 where id = any ($1)', [products])
  const people = [cast.customer, cast.other, cast.rival]
  await db.owner.query('insert into public.verified_accounts (profile_id) select unnest($1::uuid[])', [people])
})
afterAll(() => db.drop())

const move = (id: string, cause: string, set: string) =>
  queryWithCause(db.owner, cause, `update public.orders set ${set} where id = $1`, [id])

/** A paid order from the cart with these products. */
async function paid(products: readonly (string | undefined)[]): Promise<string> {
  const written = async (sql: string, values: unknown[]) =>
    (await queryWithCause(db.owner, 'buyer', sql, values)).rows[0].id
  const checkout = await written('insert into public.checkouts (user_id) values ($1) returning id', [cast.customer])
  const order = await written(
    `insert into public.orders (checkout_id, user_id, vendor_id, quantity, total_amount) values ($1, $2, $3, $4, $5) returning id`,
    [checkout, cast.customer, cast.ids.vendorId, products.length, products.length * 40_000],
  )
  await db.owner.query(
    `insert into public.order_lines (order_id, product_id, product_name, unit, quantity, base_price, unit_price)
     select $1, id, 'Beans', 'bag', 1, 50000, 40000 from unnest($2::uuid[]) id`,
    [order, products],
  )
  await move(order, 'gateway', `status = 'paid', paid_at = now()`)
  return order
}

const ready = (id: string) => move(id, 'vendor', `status = 'ready', ready_at = now()`)
const both = () => [cast.ids.productId, cast.ids.spare]
const faults = async () => (await auditMarket(db.owner)).filter(({ rule }) => rule === 'product set sums')

const categories = async (who = cast.chief) =>
  (await asPerson(db, who, 'select category, orders, goods::text from public.overseen_categories order by category'))
    .rows

/** From the rows: an order counts once in each current category of its products. */
const counted = async () =>
  (
    await db.owner.query(
      `select p.category, count(distinct o.id)::integer as orders, sum(case when o.group_buy_id is null then l.unit_price * l.quantity else f.goods end)::text as goods
       from public.orders o join public.order_figures f on f.id = o.id join public.order_lines l on l.order_id = o.id
       join public.products p on p.id = l.product_id where o.is_paid group by 1 order by 1`,
    )
  ).rows

const setCategory = (id: string | undefined, category: string) =>
  db.owner.query('update public.products set category = $2 where id = $1', [id, category])

test('an order with two products of a category counts once, settled or not, also after their category changes', async () => {
  const orders = [await paid(both()), await paid(both()), await paid([cast.ids.spare])]
  await ready(orders[0] ?? '')
  for (const [one, two] of [
    ['grains', 'grains'],
    ['grains', 'vegetables'],
    ['vegetables', 'vegetables'],
  ] as const) {
    await setCategory(cast.ids.productId, one)
    await setCategory(cast.ids.spare, two)
    const rows = await categories()
    expect(rows).toEqual(await counted())
    expect(rows[0]?.orders).toBe(one === two ? 3 : 2)
  }
  expect(await faults()).toEqual([])
})

test('the sums equal those of the rows with concurrent changes and folding', async () => {
  const orders = await Promise.all(Array.from({ length: 12 }, (_, at) => paid(at % 3 ? both() : [cast.ids.spare])))
  await Promise.all([...orders.map(ready), ...Array.from({ length: 4 }, () => db.owner.query('select sums.fold()'))])
  await db.owner.query('select sums.fold()')
  expect(await faults()).toEqual([])
  expect(await categories()).toEqual(await counted())
  const { rows } = await db.owner.query('select count(*)::integer as rows from sums.product_sets')
  expect(rows[0].rows).toBe(1)
})

test('a refunded order is subtracted from its set', async () => {
  const order = await paid(both())
  await ready(order)
  await move(order, 'vendor', `status = 'refunding', ended_at = now(), end_reason = 'Not to be had'`)
  expect(await faults()).toEqual([])
  expect(await categories()).toEqual(await counted())
})

test('the audit finds a set that differs from its rows, and a recount repairs it', async () => {
  await db.owner.query('update sums.product_sets set orders = orders + 1')
  expect((await faults()).length).toBeGreaterThan(0)
  await db.owner.query('select sums.recount()')
  expect(await faults()).toEqual([])
})

test('no user reads product sets', async () => {
  for (const who of [cast.vendor, cast.chief, cast.customer])
    expect((await asPerson(db, who, 'select from sums.product_sets')).errorCode).toBe('42501')
  for (const sql of [
    'select from sums.sold_products',
    'select sums.recount_product_sets()',
    'select sums.fold_product_sets()',
  ])
    expect([sql, (await asPerson(db, cast.chief, sql)).errorCode]).toEqual([sql, '42501'])
  expect(await categories(cast.vendor)).toEqual([])
})
