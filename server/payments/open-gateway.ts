import type { Hono } from 'hono'
import { onlyAsHosts } from '#platform/http/host-check.ts'
import type { PaymentGateway } from '#platform/payment-gateways/gateway.ts'
import { createLocalGateway } from '#platform/payment-gateways/local/local-gateway.ts'
import { createPaystack } from '#platform/payment-gateways/paystack.ts'
import type { Database } from '#platform/postgres/database.ts'
import { tracedCalls } from '#platform/traces/traced-calls.ts'
import type { PaymentDeps } from './confirm-payment.ts'
import { gatewayRoutes } from './gateway-routes.ts'

interface GatewayOptions {
  database: Database
  /** Null takes play money. */
  paystack: { secretKey: string; formerSecretKey?: string } | null
  siteUrl: string
  cell: number | null
  /** Signs the webhooks of play money. */
  secretKey: string
  reportFault: (fault: unknown) => void
}

interface OpenGateway {
  payments: PaymentDeps
  /** Where people leave and come back, and where webhooks come in. */
  routes: Hono
  /** Where a form without scripts may lead on to. */
  foreignSources: { 'form-action'?: string[] }
  /** What a gateway of our own does as time passes. */
  beforePayments?: () => Promise<void>
}

/** The gateway of this market: Paystack with a key, play money without. */
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
    const payments = { database: database.lane('work'), gateway, takesTestMoney: paystack === null, siteUrl, cell }
    const atTheDoor = { ...payments, database: database.lane('commands') }
    return { payments, foreignSources: { 'form-action': pages }, routes: gatewayRoutes({ ...atTheDoor, reportFault }) }
  }
  if (paystack) return open(createPaystack(paystack), ['https://checkout.paystack.com'])
  const local = createLocalGateway({
    database,
    secretKey,
    origin: siteUrl,
    // The webhooks of play money come in by the same door as everybody's.
    async deliver(body, signature) {
      const headers = { 'x-paystack-signature': signature }
      return opened.routes.fetch(new Request(`${siteUrl}/webhooks/paystack`, { method: 'POST', body, headers }))
    },
  })
  const opened = open(local.gateway)
  // Play money is for this machine and the site's own name, as everything below /dev is.
  opened.routes.use('/dev/*', onlyAsHosts([new URL(siteUrl).hostname]))
  opened.routes.all('/dev/pay/*', (c) => local.pages(c.req.raw))
  return { ...opened, beforePayments: local.advance }
}

/** What goes over the network. */
const CALLS = [
  ...(['initiatePayment', 'readPayment', 'refund', 'readRefund', 'listRefunds', 'refundToAccount'] as const),
  ...(['listBanks', 'resolveAccountName', 'listPaymentDisputes', 'listDisputes'] as const),
  ...(['createPayee', 'payOut', 'readPayout', 'listRecords'] as const),
]
