import { createLocalGateway, type LocalGateway } from '#platform/payment-gateways/local/local-gateway.ts'
import { SERVICE } from '#platform/postgres/database.ts'
import { noteEvent } from '../payments/gateway-work.ts'
import type { TestMarket } from './market.ts'

/** The local gateway of a test market, whose webhooks come in as they do by the door. */
export function playGateway(market: Pick<TestMarket, 'db'>, secretKey = 'sk_test_play'): LocalGateway {
  const { database } = market.db
  const local: LocalGateway = createLocalGateway({
    database,
    secretKey,
    origin: 'https://market.test',
    async deliver(body, signature) {
      const event = local.gateway.parseWebhook(new TextEncoder().encode(body), signature)
      if (!event) return new Response(null, { status: 401 })
      await database.as(SERVICE, (tx) => noteEvent(tx, local.gateway.name, event))
      return new Response(null, { status: 200 })
    },
  })
  return local
}
