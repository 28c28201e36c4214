import type { TestMarket } from '#server/testing/market.ts'
import { type ActOf, count, joined } from './act.ts'

export const actsOfBroadcasts = {
  async 'message-group-buy'(market: TestMarket) {
    const { buyId, ownerId } = await joined(market)
    const body = { group_buy_id: buyId, audience: 'everybody', message: 'The lorry is on its way.' }
    return {
      as: ownerId,
      body,
      other: { ...body, message: 'The lorry is late.' },
      effects: () => count(market, 'public.buy_broadcasts where group_buy_id = $1', [buyId]),
    }
  },
  async 'extend-group-buy'(market: TestMarket) {
    const { buyId, ownerId } = await joined(market)
    const { end_date } = await market.row<{ end_date: Date }>('select end_date from public.group_buys where id = $1', [
      buyId,
    ])
    const body = { group_buy_id: buyId, days: 2, end_date: end_date.toISOString() }
    return {
      as: ownerId,
      body,
      other: { ...body, days: 1 },
      effects: () => count(market, 'public.buy_broadcasts where group_buy_id = $1', [buyId]),
    }
  },
} satisfies Record<string, ActOf>
