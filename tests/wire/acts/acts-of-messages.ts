import type { TestMarket } from '#server/testing/market.ts'
import { type ActOf, count, joined } from './act.ts'

export const actsOfMessages = {
  async 'write-to-person'(market: TestMarket) {
    const { buyer, orderId } = await joined(market)
    const as = await market.manager('Lagos')
    const body = { person_id: buyer, order_id: orderId, body: 'Your goods are ready.' }
    return {
      as,
      body,
      other: { ...body, body: 'Your goods are late.' },
      effects: () => count(market, 'public.messages where sender_id = $1', [as]),
    }
  },
} satisfies Record<string, ActOf>
