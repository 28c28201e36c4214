import { openTestBrowser } from '#platform/push/testing.ts'
import type { TestMarket } from './market.ts'
import { createProvenSession } from './money/shop-money.ts'

let browsers = 0

/** Creates a browser with a push subscription. */
export function newSubscription() {
  const browser = openTestBrowser()
  browsers += 1
  return { browser, body: { endpoint: `https://fcm.push-service.test/send/${browsers}`, ...browser.keys } }
}

/** Subscribes a new browser to a person's notices. */
export async function subscribeBrowser(market: TestMarket, person: string) {
  const session = await createProvenSession(market, person)
  const { browser, body } = newSubscription()
  const answer = await market.call('subscribe-to-pushes', body, { as: person, session })
  if (answer.status !== 200) throw new Error(`Not subscribed: ${JSON.stringify(answer.body)}`)
  return { session, browser, endpoint: body.endpoint, id: String(answer.body.subscription_id) }
}
