import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

const join = async (buyId: string) => {
  const as = await market.person()
  const { body } = await market.call('join-group-buy', { group_buy_id: buyId, quantity: 1 }, { as })
  return { as, orderId: body.order.id as string }
}
const figures = async (vendorId: string) => {
  await market.db.owner.query('select public.recompute_vendor_metrics()')
  return market.row(
    'select total_orders, on_time_rate::float as on_time_rate from public.vendor_metrics where vendor_id = $1',
    [vendorId],
  )
}

test('only paid orders count, not reserved, expired or left ones', async () => {
  const { buyId, vendorId } = await market.buy()
  const [paid, left] = [await join(buyId), await join(buyId), await join(buyId)]
  expect(await figures(vendorId)).toEqual({ total_orders: 0, on_time_rate: null })
  await market.moved(
    'gateway',
    `update public.orders set status = 'paid', paid_at = now(), amount_due_kobo = 0 where id = $1`,
    [paid.orderId],
  )
  await market.call('leave-group-buy', { order_id: left.orderId }, { as: left.as })
  expect(await figures(vendorId)).toEqual({ total_orders: 1, on_time_rate: null })
})

test('a buy cancelled by its vendor lowers the rate; one cancelled by staff, or left by buyers, does not', async () => {
  for (const [who, rate] of [
    ['vendor', 0],
    ['chief', null],
  ] as const) {
    const { buyId, vendorId, ownerId } = await market.buy()
    await join(buyId)
    const left = await join(buyId)
    await market.call('leave-group-buy', { order_id: left.orderId }, { as: left.as })
    expect((await figures(vendorId)).on_time_rate).toBeNull()
    const as = who === 'vendor' ? ownerId : await market.person({ role: 'chief' })
    await market.call('cancel-group-buy', { group_buy_id: buyId, reason: 'The harvest failed' }, { as })
    expect([who, (await figures(vendorId)).on_time_rate]).toEqual([who, rate])
  }
})
