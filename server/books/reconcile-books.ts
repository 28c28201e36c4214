import { GatewayFault } from '#platform/payment-gateways/gateway.ts'
import { type Database, SERVICE } from '#platform/postgres/database.ts'
import { auditBooks } from './audit-books.ts'
import type { BooksDeps } from './books-deps.ts'
import { compareGateway } from './compare-gateway.ts'

/** Once a night, from the configured hour on: compares the gateway's records with the ledger and runs the audit. */
export async function reconcileBooks(deps: BooksDeps): Promise<void> {
  const due = await readDue(deps.database, deps.gateway.name)
  const faults: unknown[] = []
  const attempt = (work: Promise<void>) => work.catch((fault: unknown) => void faults.push(fault))
  if (due.comparison) await attempt(compareGateway(deps))
  if (due.audit) await attempt(auditBooks(deps, { cause: 'night', requestedBy: null }))
  if (faults.length > 0) throw new AggregateError(faults, 'The books could not be reconciled')
}

/** Runs the same checks on request of an administrator (`check-books`). */
export async function checkBooksOnRequest(deps: BooksDeps, payload: unknown): Promise<void> {
  const { requested_by: requestedBy, with_gateway: withGateway } = payload as {
    requested_by: string
    with_gateway: boolean
  }
  if (withGateway) await compareIfReachable(deps)
  await auditBooks(deps, { cause: 'requested', requestedBy })
}

async function compareIfReachable(deps: BooksDeps): Promise<void> {
  await compareGateway(deps).catch((fault: unknown) => {
    // The audit runs even if the gateway does not respond; the nightly run compares again.
    if (!(fault instanceof GatewayFault)) throw fault
  })
}

async function readDue(database: Database, gateway: string): Promise<{ comparison: boolean; audit: boolean }> {
  const { rows } = await database.as(SERVICE, (tx) =>
    tx.query<{ comparison: boolean; audit: boolean }>(
      `with hour as (
         select (date_trunc('day', now() at time zone 'Africa/Lagos') + make_interval(hours => public.whole_setting('books_hour'))) at time zone 'Africa/Lagos' as at
       )
       select now() >= hour.at and not exists (select from public.book_comparisons where gateway = $1 and made_at >= hour.at) as comparison,
         now() >= hour.at and not exists (select from public.audit_runs where cause = 'night' and started_at >= hour.at) as audit from hour`,
      [gateway],
    ),
  )
  return rows[0] ?? { comparison: false, audit: false }
}
