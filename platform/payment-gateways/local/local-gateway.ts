import type { Database } from '#platform/postgres/database.ts'
import type { PaymentGateway } from '../gateway.ts'
import { createPaystack } from '../paystack.ts'
import { localApi } from './api.ts'
import { deliverEvents } from './events.ts'
import { payPages } from './pages.ts'
import { advancePayments } from './records.ts'

interface LocalGatewayOptions {
  database: Database
  /** Signs webhooks; generated for this site. */
  secretKey: string
  /** Origin of the site, for the URLs of pages. */
  origin: string
  /** Delivers a webhook to the site. */
  deliver(body: string, signature: string): Promise<Response>
}

/** A gateway for sites without a payment provider: Paystack's API, events and pages, with test money. */
export interface LocalGateway {
  gateway: PaymentGateway
  /** Handles the pages at /dev/pay/:reference. */
  pages(request: Request): Promise<Response>
  /** Advances pending payments, refunds and payouts, and delivers webhooks. Call it periodically. */
  advance(): Promise<void>
}

export function createLocalGateway(options: LocalGatewayOptions): LocalGateway {
  const { secretKey } = options
  // The work due may exceed the statement timeout of a request.
  const workOptions = { ...options, database: options.database.pool('work') }
  const api = localApi(options)
  return {
    gateway: createPaystack({
      name: 'local',
      secretKey,
      baseUrl: 'http://gateway.local',
      fetch: (url, init) => api(new Request(url, init)),
    }),
    pages: payPages(options),
    async advance() {
      await advancePayments(workOptions.database)
      await deliverEvents(workOptions)
    },
  }
}
