import type { Database } from '../../postgres/database.ts'
import type { PaymentGateway } from '../gateway.ts'
import { createPaystack } from '../paystack.ts'
import { localApi } from './api.ts'
import { deliverEvents } from './events.ts'
import { payPages } from './pages.ts'
import { moveOn } from './records.ts'

interface LocalGatewayOptions {
  database: Database
  /** Signs webhooks; made up once and known to this market alone. */
  secretKey: string
  /** Where the market is reached, for the pages. */
  origin: string
  /** Takes a webhook as it would come in by the door. */
  deliver(body: string, signature: string): Promise<Response>
}

/** The gateway of a market without a payment provider: Paystack's calls, events and pages, with play money. */
export interface LocalGateway {
  gateway: PaymentGateway
  /** Pages at /dev/pay/:reference. */
  pages(request: Request): Promise<Response>
  /** What time does elsewhere: slow payments, refunds and payouts move on, and webhooks go out. */
  work(): Promise<void>
}

export function createLocalGateway(options: LocalGatewayOptions): LocalGateway {
  const { secretKey } = options
  // What is due may be a day of a full market, which a request's time does not suffice for.
  const work = { ...options, database: options.database.lane('work') }
  const api = localApi(options)
  return {
    gateway: createPaystack({
      name: 'local',
      secretKey,
      baseUrl: 'http://gateway.local',
      fetch: (url, init) => api(new Request(url, init)),
    }),
    pages: payPages(options),
    async work() {
      await moveOn(work.database)
      await deliverEvents(work)
    },
  }
}
