import { confirmPhone } from '#server/testing/confirm-phone.ts'
import type { TestMarket } from '#server/testing/market.ts'
import { createProvenSession } from '#server/testing/money/shop-money.ts'
import { newSubscription, subscribeBrowser } from '#server/testing/subscribe-browser.ts'
import { type ActOf, count } from './act.ts'

export const actsOfNotices = {
  async 'subscribe-to-pushes'(market: TestMarket) {
    const person = await market.person()
    return {
      as: person,
      session: await createProvenSession(market, person),
      body: newSubscription().body,
      other: newSubscription().body,
      effects: () => count(market, 'public.push_subscriptions where person_id = $1', [person]),
    }
  },
  async 'unsubscribe-from-pushes'(market: TestMarket) {
    const person = await market.person()
    const [removed, stays] = [await subscribeBrowser(market, person), await subscribeBrowser(market, person)]
    return {
      as: person,
      session: removed.session,
      body: { subscription_id: removed.id },
      other: { subscription_id: stays.id },
      effects: async () => 2 - (await count(market, 'public.push_subscriptions where person_id = $1', [person])),
    }
  },
  async 'choose-text-channel'(market: TestMarket) {
    const person = await market.person()
    await confirmPhone(market, person)
    return {
      as: person,
      body: { channel: 'sms' },
      other: { channel: 'whatsapp' },
      effects: () => count(market, 'public.text_consents where person_id = $1', [person]),
    }
  },
} satisfies Record<string, ActOf>
