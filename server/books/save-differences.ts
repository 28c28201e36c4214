import type pg from 'pg'
import type { Difference } from '#domain/books/compare-books.ts'
import { differenceFaultTexts } from '#domain/books/difference-texts.ts'
import { formatDatedDay } from '#domain/time/date-text.ts'
import { SERVICE } from '#platform/postgres/database.ts'
import { notifyAdmins } from '#server/notices/notify-admins.ts'
import type { BooksDeps, DaySpan } from './books-deps.ts'

export type FoundDifference = Difference & { happenedAt: Date }

interface ComparisonResult extends DaySpan {
  records: number
  found: readonly FoundDifference[]
}

/**
 * Stores the differences that a comparison found, closes those that it did not find again, and notifies the
 * administrators of new ones.
 */
export async function saveDifferences({ database, siteUrl }: BooksDeps, result: ComparisonResult): Promise<void> {
  const { gateway, fromDay, toDay, records, found } = result
  await database.as(SERVICE, async (tx) => {
    const added = await writeFound(tx, result)
    await tx.query(
      `update public.book_differences set cleared_at = clock_timestamp() where gateway = $1 and fault <> 'chargeback' and resolved_at is null and cleared_at is null
         and happened_at >= $2 and happened_at < $3 and (kind, reference, fault) not in (select * from unnest($4::text[], $5::text[], $6::text[]))`,
      [gateway, result.from, result.until, ...toColumns(found)],
    )
    await tx.query(
      'insert into public.book_comparisons (gateway, from_day, to_day, records, differences) values ($1, $2, $3, $4, $5)',
      [gateway, fromDay, toDay, records, found.length],
    )
    if (added.size === 0) return
    const counts = [...added].map(([fault, amount]) => ({ name: differenceFaultTexts[fault].name, amount }))
    const days = fromDay === toDay ? formatDatedDay(toDay) : `${formatDatedDay(fromDay)} to ${formatDatedDay(toDay)}`
    await notifyAdmins(tx, 'books-differ', { facts: { days, counts }, siteUrl })
  })
}

/** Returns the number of new differences by fault. A resolved one counts as new only if its amounts have changed. */
async function writeFound(
  tx: pg.ClientBase,
  { gateway, found }: ComparisonResult,
): Promise<Map<Difference['fault'], number>> {
  const { rows } = await tx.query<{ fault: Difference['fault']; amount: number }>(
    `with sent as (
       select * from unnest($2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::text[], $8::timestamptz[])
         as s (kind, reference, fault, gateway_kobo, ledger_kobo, gateway_status, happened_at)
     ), known as (
       select s.*, d.id as known_id, d.cleared_at is not null or (d.resolved_at is not null
           and (d.gateway_kobo, d.ledger_kobo) is distinct from (s.gateway_kobo, s.ledger_kobo)) as is_reopened
       from sent s left join public.book_differences d on (d.gateway, d.kind, d.reference, d.fault) = ($1, s.kind, s.reference, s.fault)
     ), added as (
       insert into public.book_differences (gateway, kind, reference, fault, gateway_kobo, ledger_kobo, gateway_status, happened_at)
       select $1, kind, reference, fault, gateway_kobo, ledger_kobo, gateway_status, happened_at from known where known_id is null
       on conflict do nothing returning fault
     ), opened as (
       update public.book_differences d set cleared_at = null, resolved_at = null, resolved_by = null, reason = null, found_at = clock_timestamp(),
         gateway_kobo = k.gateway_kobo, ledger_kobo = k.ledger_kobo, gateway_status = k.gateway_status
       from known k where d.id = k.known_id and k.is_reopened returning d.fault
     ), updated as (
       update public.book_differences d set gateway_kobo = k.gateway_kobo, ledger_kobo = k.ledger_kobo, gateway_status = k.gateway_status
       from known k where d.id = k.known_id and not k.is_reopened and d.resolved_at is null
     )
     select fault, count(*)::integer as amount from (select fault from added union all select fault from opened) n group by fault order by fault`,
    [
      gateway,
      ...toColumns(found),
      found.map(({ gatewayKobo }) => gatewayKobo),
      found.map(({ ledgerKobo }) => ledgerKobo),
      found.map(({ gatewayStatus }) => gatewayStatus),
      found.map(({ happenedAt }) => happenedAt),
    ],
  )
  return new Map(rows.map(({ fault, amount }) => [fault, amount]))
}

const toColumns = (found: readonly Difference[]) => [
  found.map(({ kind }) => kind),
  found.map(({ reference }) => reference.slice(0, 200)),
  found.map(({ fault }) => fault),
]
