import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createShelves } from '#server/testing/goods/shelves.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { auditFaults } from '#server/testing/money/money-market.ts'

let market: TestMarket
let shelves: ReturnType<typeof createShelves>
beforeAll(async () => {
  market = await openTestMarket()
  shelves = createShelves(market)
})
afterEach(async () => expect(await auditFaults(market)).toEqual([]))
afterAll(() => market.close())

test('with more buyers than bags, each bag is sold once', async () => {
  const rice = await shelves.shelf(8)
  const buyers = await shelves.people(24)
  const responses = await Promise.all(buyers.map((as) => shelves.order(as, [rice.id])))
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(8)
  expect(responses.every(({ status, body }) => status === 200 || body.code === 'out_of_stock')).toBe(true)
  expect([await shelves.stockOf(rice.id), await shelves.sold(rice.id)]).toEqual([0, 8])
})

/** Orders a cart while another transaction has changed the product or the shop and not committed. */
async function whileUncommitted(sql: string, id: string, cart: readonly string[]) {
  const other = await market.db.owner.connect()
  try {
    await other.query('begin')
    await other.query(`select public.caused_by('manager')`)
    await other.query(sql, [id])
    const ordering = shelves.order(await market.person(), cart)
    await expect
      .poll(
        async () =>
          (
            await market.db.owner.query(
              `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
            )
          ).rowCount,
      )
      .toBeGreaterThan(0)
    await other.query('commit')
    return await ordering
  } finally {
    other.release()
  }
}

test.each([
  ['a new price', 'update public.products set base_price = 1200 where id = $1', 'total_mismatch'],
  ['removing the product', 'update public.products set archived_at = now() where id = $1', 'product_not_found'],
  ['an empty shelf', 'update public.products set available_quantity = 0 where id = $1', 'out_of_stock'],
  ['a new minimum', 'update public.products set min_quantity = 2 where id = $1', 'quantity_below_minimum'],
  [
    'suspending the shop',
    `update public.vendors set status = 'suspended' where id = (select vendor_id from public.products where id = $1)`,
    'shop_closed',
  ],
])('the order waits for a concurrent change and applies it: %s', async (_name, sql, code) => {
  const [rice, yam] = [await shelves.shelf(5), await shelves.shelf(5)]
  expect(await whileUncommitted(sql, rice.id, [yam.id, rice.id])).toMatchObject({ body: { code } })
  expect([await shelves.sold(rice.id), await shelves.sold(yam.id), await shelves.stockOf(yam.id)]).toEqual([0, 0, 5])
})

test('removing a product waits for a concurrent order, and is then refused', async () => {
  const rice = await shelves.shelf(5)
  const [response, removal] = await Promise.all([
    shelves.order(await market.person(), [rice.id]),
    market.db.database
      .as({ role: 'service_role', claims: { role: 'service_role' } }, (tx) =>
        tx.query('delete from public.products where id = $1', [rice.id]),
      )
      .then(
        () => 'removed',
        (fault: Error) => fault.message,
      ),
  ])
  if (response.status === 200) expect(removal).toMatch(/running group buys or orders/)
  else expect([response.body.code, removal]).toEqual(['product_not_found', 'removed'])
})
