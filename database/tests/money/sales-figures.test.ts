import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { queryWithCause } from '../setup/as-owner.ts'
import { arrange, asPerson } from '../setup/as-person.ts'

let db: TestDatabase
let cast: Awaited<ReturnType<typeof arrange>>
beforeAll(async () => {
  db = await createTestDatabase()
  cast = await arrange(db)
})
afterAll(() => db.drop())

type Who = Exclude<keyof typeof cast, 'ids'>
const read = async (who: Who, sql: string) => (await asPerson(db, cast[who], sql)).rows

test('products sold belong to the shop and to its overseers', async () => {
  const own = 'select orders, promised_orders, goods::text from public.shop_products_sold'
  expect(await read('vendor', own)).toEqual([{ orders: 0, promised_orders: 1, goods: '0' }])
  await queryWithCause(db.owner, 'gateway', `update public.orders set status = 'paid', paid_at = now()`)
  expect(await read('vendor', own)).toEqual([{ orders: 1, promised_orders: 0, goods: '50000.00' }])
  const overseen = 'select vendor_name, orders from public.overseen_products_sold'
  const categories = 'select products, orders from public.overseen_categories'
  for (const who of ['manager', 'coordinator', 'chief'] as const) {
    expect(await read(who, overseen)).toEqual([{ vendor_name: 'Own shop', orders: 1 }])
    expect(await read(who, categories)).toEqual([{ products: 1, orders: 1 }])
  }
  for (const who of ['rival', 'customer', 'other', 'administrator'] as const) {
    expect(await read(who, own)).toEqual([])
    expect(await read(who, overseen)).toEqual([])
  }
  expect((await asPerson(db, null, 'select from public.sold_lines')).errorCode).toBe('42501')
})

/** Creates completed orders with a fulfilment and the hours between ready and hand-over. Returns the shop's metrics. */
async function hand(over: readonly [fulfilment: string, hours: number][]): Promise<Record<string, unknown>> {
  const client = await db.owner.connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    await client.query('delete from public.orders')
    for (const [fulfilment, hours] of over) {
      await client.query(
        `insert into public.orders (group_buy_id, user_id, vendor_id, quantity, unit_price, total_amount, ceiling_unit_price, status, fulfilment, settled_at, ready_at, handed_over_at)
         values ($1, $2, $3, 1, 100, 100, 100, 'completed', $4, now() - interval '32 days', now() - interval '30 days', now() - interval '30 days' + $5 * interval '1 hour')`,
        [cast.ids.activeId, crypto.randomUUID(), cast.ids.vendorId, fulfilment, hours],
      )
    }
    await client.query('select public.recompute_vendor_metrics()')
    const { rows } = await client.query(
      `select completed_orders, total_revenue::text, on_time_rate::float, average_delivery_time::float from public.vendor_metrics where vendor_id = $1`,
      [cast.ids.vendorId],
    )
    return rows[0]
  } finally {
    await client.query('rollback')
    client.release()
  }
}

test('stockpiled orders count as completed and sold, and never as late', async () => {
  const sold = { completed_orders: 3, total_revenue: '300.00' }
  const late = await hand([
    ['pickup', 2],
    ['delivery', 30],
    ['stockpile', 240],
  ])
  expect(late).toEqual({ ...sold, on_time_rate: 50, average_delivery_time: 16 })
  const stockpiles = await hand([
    ['stockpile', 1],
    ['stockpile', 240],
    ['stockpile', 300],
  ])
  expect(stockpiles).toEqual({ ...sold, on_time_rate: null, average_delivery_time: null })
})
