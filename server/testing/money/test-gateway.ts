import { createLocalGateway, type LocalGateway } from '#platform/payment-gateways/local/local-gateway.ts'
import { SERVICE } from '#platform/postgres/database.ts'
import { recordEvent } from '#server/payments/gateway/record-event.ts'
import type { TestMarket } from '../market.ts'

/** Creates the local gateway of a test market; its webhooks are stored as those of the HTTP route are. */
export function createTestGateway(market: Pick<TestMarket, 'db'>, secretKey = 'sk_test_play'): LocalGateway {
  const { database } = market.db
  const local: LocalGateway = createLocalGateway({
    database,
    secretKey,
    origin: 'https://market.test',
    async deliver(body, signature) {
      const event = local.gateway.parseWebhook(new TextEncoder().encode(body), signature)
      if (!event) return new Response(null, { status: 401 })
      await database.as(SERVICE, (tx) => recordEvent(tx, local.gateway.name, event))
      return new Response(null, { status: 200 })
    },
  })
  return local
}
