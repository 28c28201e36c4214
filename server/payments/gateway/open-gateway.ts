import type { Hono } from 'hono'
import { requireHost } from '#platform/http/guards/host-check.ts'
import type { PaymentGateway } from '#platform/payment-gateways/gateway.ts'
import { createLocalGateway } from '#platform/payment-gateways/local/local-gateway.ts'
import { createPaystack } from '#platform/payment-gateways/paystack.ts'
import type { Database } from '#platform/postgres/database.ts'
import { tracedCalls } from '#platform/traces/traced-calls.ts'
import type { PaymentDeps } from '../confirm-payment.ts'
import { gatewayRoutes } from './gateway-routes.ts'

interface GatewayOptions {
  database: Database
  /** Null: the local gateway with test money. */
  paystack: { secretKey: string; formerSecretKey?: string } | null
  siteUrl: string
  cell: number | null
  /** Signs the webhooks of the local gateway. */
  secretKey: string
  reportFault: (fault: unknown) => void
}

interface OpenGateway {
  payments: PaymentDeps
  /** Redirects to and from the gateway, and webhooks. */
  routes: Hono
  /** Additional CSP sources, for forms that redirect to the gateway without scripts. */
  foreignSources: { 'form-action'?: string[] }
  /** Advances the local gateway; called before each processing of payments. */
  beforePayments?: () => Promise<void>
}

/** Creates the gateway of this market: Paystack if there is a key, otherwise the local gateway with test money. */
export function openGateway({
  database,
  paystack,
  siteUrl,
  cell,
  secretKey,
  reportFault,
}: GatewayOptions): OpenGateway {
  const open = (bare: PaymentGateway, pages: string[] = []) => {
    const gateway = tracedCalls(bare, { system: 'gateway', calls: CALLS })
    const payments = { database: database.pool('work'), gateway, takesTestMoney: paystack === null, siteUrl, cell }
    const forRoutes = { ...payments, database: database.pool('commands') }
    return { payments, foreignSources: { 'form-action': pages }, routes: gatewayRoutes({ ...forRoutes, reportFault }) }
  }
  if (paystack) return open(createPaystack(paystack), ['https://checkout.paystack.com'])
  const local = createLocalGateway({
    database,
    secretKey,
    origin: siteUrl,
    // Webhooks of the local gateway use the same route as real ones.
    async deliver(body, signature) {
      const headers = { 'x-paystack-signature': signature }
      return opened.routes.fetch(new Request(`${siteUrl}/webhooks/paystack`, { method: 'POST', body, headers }))
    },
  })
  const opened = open(local.gateway)
  // Only for this machine and the site's own host name, as everything below /dev.
  opened.routes.use('/dev/*', requireHost([new URL(siteUrl).hostname]))
  opened.routes.all('/dev/pay/*', (c) => local.pages(c.req.raw))
  return { ...opened, beforePayments: local.advance }
}

/** Calls that go over the network, and are traced. */
const CALLS = [
  ...(['initiatePayment', 'readPayment', 'refund', 'readRefund', 'listRefunds', 'refundToAccount'] as const),
  ...(['listBanks', 'resolveAccountName', 'listPaymentDisputes', 'listDisputes'] as const),
  ...(['createPayee', 'payOut', 'readPayout', 'listRecords'] as const),
]
