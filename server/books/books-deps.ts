import type { PaymentGateway } from '#platform/payment-gateways/gateway.ts'
import type { Database } from '#platform/postgres/database.ts'
import type { Span } from './ledger-entries.ts'

export interface BooksDeps {
  database: Database
  gateway: PaymentGateway
  siteUrl: string
}

/** A span with its first and last day in Lagos. */
export interface DaySpan extends Span {
  fromDay: string
  toDay: string
}
