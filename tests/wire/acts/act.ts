import type { TestMarket } from '#server/testing/market.ts'

/** A call that succeeds, once. */
export interface Act {
  /** Person id; missing for visitors and the secret key. */
  as?: string
  /** Uses a session that has just confirmed the password. */
  session?: string
  /** `aal2`: the session has used its second step. */
  aal?: string
  body: Record<string, unknown>
  /** A different body with the same key. */
  other: Record<string, unknown>
  /** The number of times that it has happened. */
  effects: () => Promise<number>
}

export type ActOf = (market: TestMarket) => Promise<Act>

export const count = async (market: TestMarket, sql: string, values: unknown[]) =>
  Number((await market.row<{ n: bigint }>(`select count(*) as n from ${sql}`, values)).n)

export async function joined(market: TestMarket) {
  const { buyId, ownerId } = await market.buy()
  const buyer = await market.person()
  const { body } = await market.call('join-group-buy', { group_buy_id: buyId, quantity: 2 }, { as: buyer })
  return { buyId, ownerId, buyer, orderId: String(body.order.id) }
}

/** A buy of two units, taken by two people, because a new one may have half at most, and somebody who may wait for it. */
export async function fullBuy(market: TestMarket) {
  const { buyId } = await market.buy({ target_quantity: 2, min_participants: 1, price_tiers: '[]' })
  for (const buyer of [await market.person(), await market.person()])
    await market.call('join-group-buy', { group_buy_id: buyId, quantity: 1 }, { as: buyer })
  return { buyId, waiter: await market.person() }
}

export async function fullCart(market: TestMarket, facts: Parameters<TestMarket['product']>[1] = {}) {
  const { vendorId, ownerId } = await market.shop()
  const productId = await market.product(vendorId, facts)
  const line = { product_id: productId, quantity: 2, unit_price_kobo: 8_000_000 }
  const body = { lines: [line], expected_kobo: 16_400_000 }
  return { vendorId, ownerId, buyer: await market.person(), productId, body }
}

/** The cart is ordered and paid for. */
export async function paidCart(market: TestMarket, facts: Parameters<TestMarket['product']>[1] = {}) {
  const { vendorId, ownerId, buyer, body } = await fullCart(market, facts)
  await market.call('order-cart', body, { as: buyer })
  const { id: orderId } = await market.row<{ id: string }>('select id from public.orders where user_id = $1', [buyer])
  await market.moved(
    'gateway',
    `update public.orders set status = 'paid', paid_at = now(), amount_due_kobo = 0 where id = $1`,
    [orderId],
  )
  return { vendorId, ownerId, buyer, orderId }
}

export const movesTo = (market: TestMarket, id: string, status: string) =>
  count(market, 'public.status_changes where subject_id = $1 and to_status = $2', [id, status])

export const audits = (market: TestMarket, id: string) => count(market, 'public.audit_log where subject_id = $1', [id])
