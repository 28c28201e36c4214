import { compareBooks, type Difference, referenceOf } from '#domain/books/compare-books.ts'
import { type GatewayRecord, RECORD_KINDS } from '#platform/payment-gateways/gateway.ts'
import { SERVICE } from '#platform/postgres/database.ts'
import { askAgain } from './ask-again.ts'
import type { BooksDeps, DaySpan } from './books-deps.ts'
import { bookSettlements, keepRecords, readRecordsOutside, withOurReference } from './gateway-records.ts'
import { type FoundDifference, keepDifferences } from './keep-differences.ts'
import { type DatedEntry, readBooked, type Span } from './read-booked.ts'

/**
 * Compares the gateway's books with the ledger: yesterday, the days before that were never compared, and those with something
 * still open. Before a difference is written down the gateway is asked about it by reference, because its list may be older than
 * its answer. Throws a `GatewayFault` if it does not answer; nothing has been compared then.
 */
export async function compareGateway(deps: BooksDeps): Promise<void> {
  const span = await readSpan(deps)
  const listed = await fetchRecords(deps, span)
  await deps.database.as(AS_GATEWAY, async (tx) => {
    await keepRecords(tx, span.gateway, listed)
    await bookSettlements(tx, span.gateway, listed)
  })
  const first = await compare(deps, span, listed)
  const asked = await askAgain(deps, first)
  const found = asked.length > 0 ? await compare(deps, span, [...listed, ...asked]) : first
  await keepDifferences(deps, { ...span, records: listed.length, found })
}

const AS_GATEWAY = { role: 'service_role', claims: { role: 'service_role', cause: 'gateway' } }

/** At most 30 days back. */
async function readSpan({ database, gateway }: BooksDeps): Promise<DaySpan> {
  const { rows } = await database.as(SERVICE, (tx) =>
    tx.query<{ from_day: string; to_day: string; from: Date; until: Date }>(
      `with today as (select (now() at time zone 'Africa/Lagos')::date as day), open as (
         select least(
           coalesce((select max(to_day) + 1 from public.book_comparisons where gateway = $1),
             (select min(succeeded_at at time zone 'Africa/Lagos')::date from public.payments where gateway = $1)),
           (select min(made_at at time zone 'Africa/Lagos')::date from public.gateway_records where gateway = $1 and status = 'open' and made_at > now() - interval '30 days'),
           (select min(happened_at at time zone 'Africa/Lagos')::date from public.book_differences where gateway = $1 and resolved_at is null and gone_at is null)) as day
       ), days as (
         select greatest(least(open.day, today.day - 1), today.day - 30) as from_day, today.day - 1 as to_day from today, open
       )
       select from_day::text, to_day::text, from_day::timestamp at time zone 'Africa/Lagos' as "from", (to_day + 1)::timestamp at time zone 'Africa/Lagos' as until
       from days`,
      [gateway.name],
    ),
  )
  const [row] = rows
  if (!row) throw new Error('There is always a yesterday')
  return { gateway: gateway.name, from: row.from, until: row.until, fromDay: row.from_day, toDay: row.to_day }
}

async function fetchRecords({ gateway }: BooksDeps, { from, until }: Span): Promise<GatewayRecord[]> {
  const all = new Map<string, GatewayRecord>()
  for (const kind of RECORD_KINDS) {
    for (const record of await gateway.listRecords(kind, { from, until })) {
      all.set(`${kind} ${record.id}`, withOurReference(record))
    }
  }
  return [...all.values()]
}

async function compare(
  { database }: BooksDeps,
  span: Span,
  records: readonly GatewayRecord[],
): Promise<FoundDifference[]> {
  const of = (kind: string) => records.filter((one) => one.kind === kind).map(referenceOf)
  return database.as(SERVICE, async (tx) => {
    const booked = await readBooked(tx, span, {
      payment: of('payment'),
      refund: of('refund'),
      payout: of('payout'),
      settlement: of('settlement'),
    })
    const known = new Set(records.map((one) => nameOf({ kind: one.kind, reference: referenceOf(one) })))
    const elsewhere = booked.filter((entry) => !known.has(nameOf(entry)))
    const older = elsewhere.length > 0 ? await readRecordsOutside(tx, span, elsewhere) : []
    const all = [...older, ...records]
    return dated(compareBooks(all, booked), { records: all, booked })
  })
}

/** Every difference with the moment when its money moved, or was to. */
function dated(
  found: readonly Difference[],
  { records, booked }: { records: readonly GatewayRecord[]; booked: readonly DatedEntry[] },
): FoundDifference[] {
  if (found.length === 0) return []
  const moments = new Map([
    ...booked.map((entry) => [nameOf(entry), entry.at] as const),
    ...records.map((one) => [nameOf({ kind: one.kind, reference: referenceOf(one) }), one.madeAt] as const),
  ])
  return found.map((one) => ({ ...one, happenedAt: moments.get(nameOf(one)) ?? new Date(0) }))
}

const nameOf = ({ kind, reference }: { kind: string; reference: string }) => `${kind} ${reference}`
