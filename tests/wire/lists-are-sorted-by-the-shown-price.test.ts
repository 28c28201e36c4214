import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Api } from '#api/api.ts'
import { search } from '#api/search.ts'
import { queryWithCause } from '#database/tests/setup/as-owner.ts'
import { shownPriceNaira } from '#domain/group-buys/price/shown-price.ts'
import { openTestWire, type TestWire } from '#server/testing/wire.ts'
import { listActiveGroupBuys } from '#web/group-buys/queries.ts'
import { readProduct } from '#web/products/page-queries.ts'
import { listProducts } from '#web/products/queries.ts'

let wire: TestWire
let api: Api
beforeAll(async () => {
  wire = await openTestWire()
  api = { tables: await wire.tables() } as unknown as Api
})
afterAll(() => wire.stop())

const tiers = (...steps: [number, number][]) =>
  JSON.stringify(steps.map(([participants, price]) => ({ participants, price })))
const now = () => new Date().toISOString()
const at = () => ({ now: now(), nearState: null })
const openBuy = (least: number, price_tiers: string) => wire.market.buy({ min_participants: least, price_tiers })

test('group buys are in the order of the prices on their cards', async () => {
  // No buyer has joined, so each one's current price is its base price.
  const middle = await openBuy(5, tiers([5, 60_000]))
  const cheap = await openBuy(10, tiers([5, 70_000], [10, 40_000]))
  const dear = await openBuy(1, tiers([5, 30_000]))
  // 9 people have paid and are past leaving, and 9 have joined: the next one makes 10.
  const last = await openBuy(1, tiers([9, 55_000], [10, 50_000]))
  await wire.market.db.owner.query('alter table public.group_buys disable trigger user')
  await wire.market.db.owner.query(
    `update public.group_buys set current_participants = 9, paid_participants = 9, current_quantity = 9, paid_quantity = 9, end_date = now() + interval '1 day' where id = $1`,
    [last.buyId],
  )
  await wire.market.db.owner.query('alter table public.group_buys enable trigger user')
  const ids = [cheap, last, middle, dear].map(({ buyId }) => buyId)
  const address = { search: '', category: '', vendor: '', location: '', page: 1 }
  for (const [sort, wanted] of [
    ['price-up', ids],
    ['price-down', ids.toReversed()],
  ] as const) {
    const { buys, error } = await listActiveGroupBuys(api, { ...address, sort }, at())
    expect([error, buys.map(({ id }) => id)]).toEqual([null, wanted])
  }
  const { buys } = await listActiveGroupBuys(api, { ...address, sort: 'price-up' }, at())
  expect(buys.map(shownPriceNaira)).toEqual([40_000, 50_000, 60_000, 80_000])
})

test('a product names the buy with the lowest price that is shown, and search shows that price', async () => {
  const { vendorId } = await wire.market.shop()
  const productId = await wire.market.product(vendorId, { name: 'Zobo leaves', available_quantity: 400 })
  const buyOf = async (least: number, price_tiers: string) =>
    (
      await queryWithCause(
        wire.market.db.owner,
        'vendor',
        `insert into public.group_buys (product_id, vendor_id, status, target_quantity, min_participants, price_tiers, end_date)
         values ($1, $2, 'active', 100, $3, $4, now() + interval '10 days') returning id`,
        [productId, vendorId, least, price_tiers],
      )
    ).rows[0]?.id
  const dear = await buyOf(1, tiers([5, 30_000]))
  const cheap = await buyOf(10, tiers([10, 40_000]))
  expect((await readProduct(api, productId, now()))?.buys.map(({ id }) => id)).toEqual([cheap, dear])
  const listed = { search: '', category: '', vendor: vendorId, location: '', share: '', sort: 'newest', page: 1 }
  const { products } = await listProducts(api, listed as never, at())
  expect(products.map(({ buys }) => buys.map(({ id }) => id))).toEqual([[cheap, dear]])
  const { hits } = await search(api, { q: 'zobo', most: 4 })
  const prices = hits.flatMap(({ kind, price }) => (kind === 'group_buy' ? [price] : []))
  expect(prices.toSorted()).toEqual([40_000, 80_000])
})
