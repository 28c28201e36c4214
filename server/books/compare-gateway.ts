import { compareBooks, type Difference, recordKey, recordReference } from '#domain/books/compare-books.ts'
import { type GatewayRecord, RECORD_KINDS } from '#platform/payment-gateways/gateway.ts'
import { SERVICE } from '#platform/postgres/database.ts'
import { GATEWAY } from '#server/identities.ts'
import type { BooksDeps, DaySpan } from './books-deps.ts'
import { bookSettlements, normalizeReference, readRecordsOutside, saveRecords } from './gateway-records.ts'
import { type DatedEntry, readLedgerEntries, type Span } from './ledger-entries.ts'
import { recheckDifferences } from './recheck-differences.ts'
import { type FoundDifference, saveDifferences } from './save-differences.ts'

/**
 * Compares the gateway's records with the ledger: yesterday, earlier days that were never compared, and days with open
 * records or differences. Each difference is rechecked at the gateway by reference before it is stored, because lists
 * may be outdated. Throws a `GatewayFault` if the gateway does not respond; nothing has been compared then.
 */
export async function compareGateway(deps: BooksDeps): Promise<void> {
  const span = await readSpan(deps)
  const listed = await fetchRecords(deps, span)
  await deps.database.as(GATEWAY, async (tx) => {
    await saveRecords(tx, span.gateway, listed)
    await bookSettlements(tx, span.gateway, listed)
  })
  const first = await compare(deps, span, listed)
  const rechecked = await recheckDifferences(deps, first)
  const found = rechecked.length > 0 ? await compare(deps, span, [...listed, ...rechecked]) : first
  await saveDifferences(deps, { ...span, records: listed.length, found })
}

/** Reads the days to compare, at most 30 days back. */
async function readSpan({ database, gateway }: BooksDeps): Promise<DaySpan> {
  const { rows } = await database.as(SERVICE, (tx) =>
    tx.query<{ from_day: string; to_day: string; from: Date; until: Date }>(
      `with today as (select (now() at time zone 'Africa/Lagos')::date as day), open as (
         select least(
           coalesce((select max(to_day) + 1 from public.book_comparisons where gateway = $1),
             (select min(succeeded_at at time zone 'Africa/Lagos')::date from public.payments where gateway = $1)),
           (select min(made_at at time zone 'Africa/Lagos')::date from public.gateway_records where gateway = $1 and status = 'open' and made_at > now() - interval '30 days'),
           (select min(happened_at at time zone 'Africa/Lagos')::date from public.book_differences where gateway = $1 and resolved_at is null and cleared_at is null)) as day
       ), days as (
         select greatest(least(open.day, today.day - 1), today.day - 30) as from_day, today.day - 1 as to_day from today, open
       )
       select from_day::text, to_day::text, from_day::timestamp at time zone 'Africa/Lagos' as "from", (to_day + 1)::timestamp at time zone 'Africa/Lagos' as until
       from days`,
      [gateway.name],
    ),
  )
  const [row] = rows
  if (!row) throw new Error('The query of the days to compare returned no row')
  return { gateway: gateway.name, from: row.from, until: row.until, fromDay: row.from_day, toDay: row.to_day }
}

async function fetchRecords({ gateway }: BooksDeps, { from, until }: Span): Promise<GatewayRecord[]> {
  const all = new Map<string, GatewayRecord>()
  for (const kind of RECORD_KINDS) {
    for (const record of await gateway.listRecords(kind, { from, until })) {
      all.set(`${kind} ${record.id}`, normalizeReference(record))
    }
  }
  return [...all.values()]
}

async function compare(
  { database }: BooksDeps,
  span: Span,
  records: readonly GatewayRecord[],
): Promise<FoundDifference[]> {
  const referencesOf = (kind: string) => records.filter((one) => one.kind === kind).map(recordReference)
  return database.as(SERVICE, async (tx) => {
    const booked = await readLedgerEntries(tx, span, {
      payment: referencesOf('payment'),
      refund: referencesOf('refund'),
      payout: referencesOf('payout'),
      settlement: referencesOf('settlement'),
    })
    const known = new Set(records.map((one) => recordKey({ kind: one.kind, reference: recordReference(one) })))
    const elsewhere = booked.filter((entry) => !known.has(recordKey(entry)))
    const older = elsewhere.length > 0 ? await readRecordsOutside(tx, span, elsewhere) : []
    const all = [...older, ...records]
    return dated(compareBooks(all, booked), { records: all, booked })
  })
}

/** Adds to each difference the time when its money moved, or was to move. */
function dated(
  found: readonly Difference[],
  { records, booked }: { records: readonly GatewayRecord[]; booked: readonly DatedEntry[] },
): FoundDifference[] {
  if (found.length === 0) return []
  const moments = new Map([
    ...booked.map((entry) => [recordKey(entry), entry.at] as const),
    ...records.map((one) => [recordKey({ kind: one.kind, reference: recordReference(one) }), one.madeAt] as const),
  ])
  return found.map((one) => ({ ...one, happenedAt: moments.get(recordKey(one)) ?? new Date(0) }))
}
