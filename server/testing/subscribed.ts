import { openTestBrowser } from '#platform/push/testing.ts'
import type { TestMarket } from './market.ts'
import { provenSession } from './shop-money.ts'

let browsers = 0

/** What a browser gives that has been asked, at an endpoint of its own. */
export function pushWish() {
  const browser = openTestBrowser()
  browsers += 1
  return { browser, body: { endpoint: `https://fcm.push-service.test/send/${browsers}`, ...browser.keys } }
}

/** A person's browser that is told of their notices. */
export async function subscribed(market: TestMarket, person: string) {
  const session = await provenSession(market, person)
  const { browser, body } = pushWish()
  const answer = await market.call('subscribe-to-pushes', body, { as: person, session })
  if (answer.status !== 200) throw new Error(`Not subscribed: ${JSON.stringify(answer.body)}`)
  return { session, browser, endpoint: body.endpoint, id: String(answer.body.subscription_id) }
}
