import type { TestMarket } from '#server/testing/market.ts'
import { provenSession } from '#server/testing/shop-money.ts'
import { pushWish, subscribed } from '#server/testing/subscribed.ts'
import { type ActOf, count } from './act.ts'

export const actsOfNotices = {
  async 'subscribe-to-pushes'(market: TestMarket) {
    const person = await market.person()
    return {
      as: person,
      session: await provenSession(market, person),
      body: pushWish().body,
      other: pushWish().body,
      effects: () => count(market, 'public.push_subscriptions where person_id = $1', [person]),
    }
  },
  async 'unsubscribe-from-pushes'(market: TestMarket) {
    const person = await market.person()
    const [gone, stays] = [await subscribed(market, person), await subscribed(market, person)]
    return {
      as: person,
      session: gone.session,
      body: { subscription_id: gone.id },
      other: { subscription_id: stays.id },
      effects: async () => 2 - (await count(market, 'public.push_subscriptions where person_id = $1', [person])),
    }
  },
} satisfies Record<string, ActOf>
