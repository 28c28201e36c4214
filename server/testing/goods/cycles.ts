import { withoutTriggers } from '#database/tests/setup/as-owner.ts'
import { advanceCycles } from '#server/cycles/advance-cycles.ts'
import type { TestMarket } from '../market.ts'

interface RepeatedBuy {
  buyId: string
  ownerId: string
  vendorId: string
  productId: string
  cycleId: string
  /** Sharing day of the next round. */
  shareDate: string
}

/** A group buy that its shop repeats. */
export async function repeatedBuy(
  market: TestMarket,
  { period = 'week', ...facts }: Record<string, unknown> = {},
): Promise<RepeatedBuy> {
  const buy = await market.buy(facts)
  const { body } = await market.call('repeat-group-buy', { group_buy_id: buy.buyId, period }, { as: buy.ownerId })
  return { ...buy, cycleId: body.cycle_id, shareDate: body.next_share_date }
}

/** A buyer's standing order that began before any round that opens later. */
export async function standingOrder(
  market: TestMarket,
  { cycleId, ...terms }: { cycleId: string; quantity?: number; most?: string; mode?: 'ask' | 'join'; buyer?: string },
): Promise<{ buyer: string; orderId: string }> {
  const { quantity = 2, most = '200000', mode = 'join' } = terms
  const buyer = terms.buyer ?? (await market.person())
  const input = { cycle_id: cycleId, quantity, most, mode }
  const { body } = await market.call('save-standing-order', input, { as: buyer })
  return { buyer, orderId: body.standing_order_id }
}

export const runCycles = (market: TestMarket): Promise<void> =>
  advanceCycles({ database: market.db.database, siteUrl: 'https://ajoja.test' })

/** Ends the open round, and lets the next one be due now. */
export async function closeRound(market: TestMarket, cycleId: string): Promise<void> {
  await withoutTriggers(market.db.owner, async (client) => {
    await client.query(
      `update public.group_buys set status = 'completed', closed_at = now() where cycle_id = $1 and status = 'active'`,
      [cycleId],
    )
    await client.query(
      `update public.buy_cycles set next_opens_at = clock_timestamp() - interval '1 minute' where id = $1`,
      [cycleId],
    )
  })
}

/** Closes the open round and opens the next; returns it. Null if none was opened. */
export async function nextRound(market: TestMarket, cycleId: string): Promise<string | null> {
  await closeRound(market, cycleId)
  await runCycles(market)
  return openRoundOf(market, cycleId)
}

export async function openRoundOf(market: TestMarket, cycleId: string): Promise<string | null> {
  const row = await market.row<{ id: string } | Record<string, never>>(
    `select id from public.group_buys where cycle_id = $1 and status = 'active'`,
    [cycleId],
  )
  return row?.id ?? null
}
