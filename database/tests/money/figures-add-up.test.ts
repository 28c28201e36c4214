import { afterAll, beforeAll, expect, test } from 'vitest'
import { settledAmounts } from '#domain/orders/amounts.ts'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { queryWithCause } from '../setup/as-owner.ts'
import { arrange, asPerson } from '../setup/as-person.ts'

// One definition per figure (docs/amounts-and-figures.md): every page computes the same sums from the same orders.
let db: TestDatabase
let cast: Awaited<ReturnType<typeof arrange>>
beforeAll(async () => {
  db = await createTestDatabase()
  cast = await arrange(db)
  const { activeId, vendorId, orderId } = cast.ids
  const join = (person: string, price: number) =>
    written(
      'buyer',
      `insert into public.orders (group_buy_id, user_id, vendor_id, quantity, unit_price, total_amount, ceiling_unit_price)
       values ($1, $2, $3, 3, $4::numeric, $4::numeric * 3, 50000) returning id`,
      [activeId, person, vendorId, price],
    )
  // `customer` joined first, at 50,000; the second person brings the price of the whole buy to 45,000.
  await move('gateway', orderId, `status = 'paid', paid_at = now()`)
  const second = await join(cast.other, 45000)
  await move('gateway', second, `status = 'paid', paid_at = now()`)
  await join(cast.rival, 45000)
  const removed = await join(cast.administrator, 45000)
  await move('buyer', removed, `status = 'cancelled'`)
  const promised = await fromTheCart(cast.other)
  await move('clock', promised, `status = 'expired'`)
  await fromTheCart(cast.customer)
  const settled = await fromTheCart(cast.customer)
  await move('gateway', settled, `status = 'paid', paid_at = now()`)
  await move('vendor', settled, `status = 'ready', ready_at = now()`)
})
afterAll(() => db.drop())

type Who = Exclude<keyof typeof cast, 'ids'>
const read = async (who: Who, sql: string) => (await asPerson(db, cast[who], sql)).rows
const one = async (who: Who, sql: string) => (await read(who, sql))[0]
const written = async (cause: string, sql: string, values: unknown[]) =>
  String((await queryWithCause(db.owner, cause, sql, values)).rows[0]?.id)
const move = (cause: string, id: string | undefined, set: string) =>
  queryWithCause(db.owner, cause, `update public.orders set ${set} where id = $1`, [id])

/** A bulk order with two products of one category: 2 at 40,000 and 1 at 1,000.55. */
async function fromTheCart(person: string): Promise<string> {
  const checkout = await written('buyer', 'insert into public.checkouts (user_id) values ($1) returning id', [person])
  const order = await written(
    'buyer',
    `insert into public.orders (checkout_id, user_id, vendor_id, quantity, total_amount) values ($1, $2, $3, 3, 81000.55) returning id`,
    [checkout, person, cast.ids.vendorId],
  )
  await db.owner.query(
    `insert into public.order_lines (order_id, product_id, product_name, unit, quantity, base_price, unit_price)
     values ($1, $2, 'Brown beans', 'bag', 2, 50000, 40000), ($1, $3, 'White beans', 'bag', 1, 50000, 1000.55)`,
    [order, cast.ids.productId, cast.ids.spare],
  )
  return order
}

const SUM = `sum(orders)::integer as orders, sum(promised_orders)::integer as promised, sum(goods)::text as goods`
// Units paid for: 1 and 3 in the buy at one price, and a cart.
const GOODS = (4 * 45000 + 81000.55).toFixed(2)
const all = { orders: 3, promised: 2, goods: GOODS }

test('all orders of one buy count at its current price, not at their price at acceptance', async () => {
  const rows = await read(
    'vendor',
    `select distinct (goods / quantity)::float as price from public.all_orders where is_live and kind = 'group_buy'`,
  )
  expect(rows).toEqual([{ price: 45000 }])
})

test('the shop’s pages show the same orders, promised orders and goods', async () => {
  const listed = `select count(*) filter (where is_paid)::integer as orders, count(*) filter (where is_promised)::integer as promised,
    (sum(goods) filter (where is_paid))::text as goods from public.all_orders`
  expect(await one('vendor', listed)).toEqual(all)
  for (const view of ['shop_months', 'shop_buyers']) {
    expect(await one('vendor', `select ${SUM} from public.${view}`), view).toEqual(all)
  }
  // An order from the cart counts for each of its products.
  expect(await one('vendor', `select ${SUM} from public.shop_products_sold`)).toEqual({
    ...all,
    orders: 4,
    promised: 3,
  })
})

test('buyers have the figures of all of their orders, also those of whom no order counts', async () => {
  const { rows: expected } = await db.owner.query(
    `select o.user_id, count(*) filter (where o.is_paid)::integer as orders, count(*) filter (where o.status = 'pending')::integer as promised,
       coalesce(sum(case when o.settled_at is null then coalesce(g.current_price * o.quantity, o.total_amount) else o.total_amount end)
         filter (where o.is_paid), 0)::float as goods, max(o.created_at) as last_order_at
     from public.orders o left join public.group_buys g on g.id = o.group_buy_id where o.vendor_id = $1 group by 1 order by 1`,
    [cast.ids.vendorId],
  )
  expect(expected.length).toBe(4)
  const sql = (view: string) =>
    `select user_id, orders, promised_orders as promised, goods::float, last_order_at from public.${view} order by 1`
  expect(await read('vendor', sql('shop_buyers'))).toEqual(expected)
  expect(await read('chief', sql('overseen_buyers'))).toEqual(expected)
  await db.owner.query('select sums.recount()')
  expect(await read('chief', sql('overseen_buyers'))).toEqual(expected)
  for (const view of ['shop_buyers', 'shop_buyers_by_name']) expect(await read('rival', sql(view))).toEqual([])
  expect(await read('vendor', sql('shop_buyers_by_name'))).toEqual(expected)
  expect(await read('chief', sql('overseen_buyers_by_name'))).toEqual(expected)
  expect(await read('customer', sql('overseen_buyers_by_name'))).toEqual([])
})

test('a buyer is found by the name of the account, however its letters are written', async () => {
  await db.owner.query(`update public.profiles set full_name = 'Ẹniọlá Àjàyí' where id = $1`, [cast.other])
  const found = await read(
    'chief',
    `select user_id, shops from public.overseen_buyers_by_name where name_parts like '%eniola%'`,
  )
  expect(found).toEqual([{ user_id: cast.other, shops: 1 }])
})

test.each(['manager', 'coordinator', 'chief'] as const)(
  'the %s sees the figures of the shop on every page',
  async (who) => {
    for (const view of ['overseen_months', 'overseen_buyers']) {
      expect(await one(who, `select ${SUM} from public.${view}`), view).toEqual(all)
    }
    const goods = 'sum(goods)::text as goods'
    expect(await one(who, `select ${goods} from public.overseen_products_sold`)).toEqual({ goods: GOODS })
    // Two lines of one category are one order.
    expect(await read(who, 'select products, orders, goods::text from public.overseen_categories')).toEqual([
      { products: 2, orders: 3, goods: GOODS },
    ])
  },
)

test('buyers see the same sums of their own orders', async () => {
  const own = `select ${SUM} from public.own_months`
  expect(await one('customer', own)).toEqual({ orders: 2, promised: 1, goods: (45000 + 81000.55).toFixed(2) })
  expect(await one('other', own)).toEqual({ orders: 1, promised: 0, goods: '135000.00' })
  expect(await one('rival', own)).toEqual({ orders: 0, promised: 1, goods: '0' })
})

test('fees are computed from the goods before settlement, and exclude promised orders', async () => {
  const fees = (goodsKobo: bigint) => {
    const amounts = settledAmounts({
      finalUnitPriceKobo: goodsKobo,
      ceilingUnitPriceKobo: goodsKobo,
      quantity: 1,
      hasReferrer: false,
    })
    return [amounts.feeKobo, amounts.vendorFeeKobo]
  }
  const expected = [4_500_000n, 13_500_000n, 8_100_055n].map(fees)
  const vendorFees = expected.reduce((sum, [, vendor = 0n]) => sum + vendor, 0n)
  const allFees = expected.reduce((sum, [buyer = 0n]) => sum + buyer, vendorFees)
  expect(await one('vendor', 'select sum(vendor_fee_kobo)::text as fee from public.shop_months')).toEqual({
    fee: String(vendorFees),
  })
  expect(await one('vendor', 'select sum(vendor_fee_kobo)::text as fee from public.all_orders')).toEqual({
    fee: String(vendorFees),
  })
  expect(await one('chief', 'select sum(fees_kobo)::text as fees from public.overseen_months')).toEqual({
    fees: String(allFees),
  })
})

test('placed orders exceed paid ones', async () => {
  expect(await one('vendor', 'select placed, orders, completed_orders from public.shop_months')).toEqual({
    placed: 7,
    orders: 3,
    completed_orders: 0,
  })
  expect(await one('chief', 'select placed, expired_orders from public.overseen_months')).toEqual({
    placed: 7,
    expired_orders: 1,
  })
})
