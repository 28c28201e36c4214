import { afterAll, beforeAll, expect, test } from 'vitest'
import { seededRandom } from '#database/seed/chance.ts'
import { completeOrder, makeReady } from '#server/testing/goods/hand-over.ts'
import { packingMarket, shortfall } from '#server/testing/goods/packing-market.ts'
import { carryOutAllShortfalls, uploadGoodsPhoto } from '#server/testing/goods/short-delivery.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { auditFaults } from '#server/testing/money/money-market.ts'

let market: TestMarket
let packing: ReturnType<typeof packingMarket>
beforeAll(async () => {
  market = await openTestMarket()
  packing = packingMarket(market)
})
afterAll(() => market.close())

const SEED = 212

interface SettledOrder {
  id: string
  charged: number
  back: number
  goods: number
  fee: number
  goods_back: number
  handed: number
  ceiling: number
  cut: number
}

/** The sums of the orders of a buy, in kobo. */
async function readOrders(buyId: string): Promise<SettledOrder[]> {
  const { rows } = await market.db.owner.query<SettledOrder>(
    `select o.id, o.charged_kobo::float8 as charged, o.returned_kobo::float8 as back, (o.total_amount * 100)::float8 as goods, o.fee_kobo::float8 as fee, o.returned_goods_kobo::float8 as goods_back,
       (select coalesce(sum(h.goods_kobo), 0)::float8 from public.hand_overs h where h.order_id = o.id and h.status = 'done') as handed,
       (o.ceiling_unit_price * 100 * o.quantity)::float8 as ceiling,
       (select coalesce(max(w.cut_kobo), 0)::float8 from public.order_lines l join public.live_weights w on w.line_id = l.id where l.order_id = o.id) as cut
     from public.orders o where o.group_buy_id = $1 order by o.order_no`,
    [buyId],
  )
  return rows
}

test(`prices, weights and shortfalls together are exact to the kobo (seed ${SEED})`, async () => {
  const random = seededRandom(SEED)
  const draw = (below: number) => Math.floor(random() * below)
  for (let round = 0; round < 3; round += 1) {
    const made = await packing.confirmed(3 + draw(8), 1 + draw(4), { least_kg_per_unit: 2.75, most_kg_per_unit: 3.7 })
    const { buyId, ownerId, keeper, orders } = made
    const { rows } = await market.db.owner.query<{ id: string; order_id: string }>(
      'select l.id, l.order_id from public.order_lines l join public.orders o on o.id = l.order_id where o.group_buy_id = $1',
      [buyId],
    )
    let short = 0
    const enterShort = async () => {
      const photo = await uploadGoodsPhoto(market, ownerId)
      const body = shortfall(buyId, { missing: '1', kind: 'damaged', entered_before: short, photo })
      const done = await packing.call('enter-shortfall', body, ownerId)
      expect(done.status, JSON.stringify(done.body)).toBe(200)
      short += 1
      await carryOutAllShortfalls(market)
    }
    if (draw(2)) await enterShort()
    for (const { id, order_id } of rows) {
      const weights = 1 + draw(2)
      for (let time = 0; time < weights; time += 1) {
        const { units } = await market.row<{ units: number }>('select quantity as units from public.units_left($1)', [
          order_id,
        ])
        if (units === 0) continue
        // A lower one each time, from above the most to below the least.
        const grams = Math.round(units * (3900 - 700 * time - draw(600)))
        const photo = await uploadGoodsPhoto(market, keeper)
        const body = { line_id: id, kilograms: String(grams / 1000), photo, weighed_before: time }
        const done = await packing.call('weigh-order', body, keeper)
        expect(done.status, JSON.stringify([done.body, grams, units])).toBe(200)
        await carryOutAllShortfalls(market)
      }
    }
    if (draw(2)) await enterShort()
    for (const { orderId } of orders) {
      if ((await market.statusOf('orders', orderId)) !== 'confirmed') continue
      if (draw(2)) await makeReady(market, orderId)
      else await completeOrder(market, orderId)
    }
    for (const order of await readOrders(buyId)) {
      expect(order.goods).toBeLessThanOrEqual(order.ceiling)
      expect(order.goods_back).toBeLessThanOrEqual(order.goods)
      expect(order.cut).toBeLessThanOrEqual(order.goods)
      if (order.handed > 0) expect(order.handed + order.goods_back).toBe(order.goods)
      // The fee comes back in the same part as the goods, so that what is left is never above the charged price.
      const left = order.charged - order.back
      expect(Math.abs(left - Math.floor((order.goods - order.goods_back) * 1.025))).toBeLessThan(3)
    }
    expect(await auditFaults(market)).toEqual([])
    await packing.closePlaces()
  }
})
