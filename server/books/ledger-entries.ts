import type pg from 'pg'
import type { LedgerEntry } from '#domain/books/compare-books.ts'

export interface Span {
  gateway: string
  /** From the start of a day in Lagos, up to but not including the start of another. */
  from: Date
  until: Date
}

export type DatedEntry = LedgerEntry & { at: Date }

/** References by kind, whose entries are read whenever they were posted. */
interface RecordReferences {
  payment: string[]
  refund: string[]
  payout: string[]
  settlement: string[]
}

/** Reads a gateway's ledger entries: those posted in a span, and those of the given references. */
export async function readLedgerEntries(
  tx: pg.ClientBase,
  { gateway, from, until }: Span,
  references: RecordReferences,
): Promise<DatedEntry[]> {
  const { rows } = await tx.query<LedgerEntryRow>(
    `with entries as (
       select 'payment' as kind, substring(j.key from 9) as reference, j.posted_at, sum(t.amount_kobo) as amount from ledger.journals j
         join ledger.transfers t on t.journal_id = j.id and t.kind in ('payment', 'contribution', 'stray_payment')
       where j.id in (select journal_id from ledger.transfers where debit_id = ledger.id_of('gateway') and posted_at >= $2 and posted_at < $3
         union select ledger.id_of('payment:' || r) from unnest($4::text[]) r) and j.key like 'payment:%' group by j.id
       union all
       select 'refund', substring(j.key from 10), j.posted_at, sum(t.amount_kobo) from ledger.journals j
         join ledger.transfers t on t.journal_id = j.id and t.kind = 'return_sent'
       where j.id in (select journal_id from ledger.transfers where credit_id = ledger.id_of('gateway') and posted_at >= $2 and posted_at < $3
         union select ledger.id_of('refunded:' || r) from unnest($5::text[]) r) and j.key like 'refunded:%' group by j.id
       union all
       select 'payout', a.owner_id::text, max(t.posted_at), sum(t.amount_kobo) from ledger.transfers t join ledger.accounts a on a.id = t.debit_id
       where t.kind = 'payout_arrived' and (t.credit_id = ledger.id_of('bank') and t.posted_at >= $2 and t.posted_at < $3
         or t.debit_id in (select ledger.id_of('payout_out:' || r) from unnest($6::text[]) r)) group by a.owner_id
       union all
       select 'settlement', substring(j.key from char_length('settlement:' || $1) + 2), j.posted_at, sum(t.amount_kobo) from ledger.journals j
         join ledger.transfers t on t.journal_id = j.id and t.kind = 'gateway_settled'
       where j.id in (select journal_id from ledger.transfers where credit_id = ledger.id_of('gateway') and posted_at >= $2 and posted_at < $3
         union select ledger.id_of('settlement:' || $1 || ':' || r) from unnest($7::text[]) r) and j.key like 'settlement:' || $1 || ':%' group by j.id
     )
     select e.kind, coalesce(e.reference, '') as reference, e.posted_at, e.amount::bigint as amount_kobo,
       case e.kind when 'payment' then coalesce((select sum(f.amount_kobo) from ledger.transfers f where f.journal_id = ledger.id_of('gateway-fee:' || e.reference)), 0)::bigint end as fees_kobo,
       exists (select from ledger.journals r where r.id = ledger.id_of(case e.kind when 'payout' then 'payout-reversed:' else 'reversed:' end || e.reference)) as is_reversed,
       coalesce((select sum(b.amount_kobo) from public.refunds b where b.payment_id = p.id and b.status in ('sent', 'processed')), 0)::bigint as refunded_kobo,
       coalesce(p.charged_back_kobo, 0) as charged_back_kobo
     from entries e
     left join public.payments p on e.kind = 'payment' and p.reference = e.reference
     left join public.refunds f on e.kind = 'refund' and f.id::text = e.reference left join public.payments q on q.id = f.payment_id
     where coalesce(p.gateway, q.gateway, $1) = $1`,
    [gateway, from, until, references.payment, references.refund, references.payout, references.settlement],
  )
  return rows.map(({ kind, reference, posted_at, amount_kobo, fees_kobo, is_reversed, ...row }) => ({
    kind,
    reference,
    at: posted_at,
    amountKobo: amount_kobo,
    feesKobo: fees_kobo,
    isReversed: is_reversed,
    refundedKobo: row.refunded_kobo,
    chargedBackKobo: row.charged_back_kobo,
  }))
}

interface LedgerEntryRow {
  kind: LedgerEntry['kind']
  reference: string
  posted_at: Date
  amount_kobo: bigint
  fees_kobo: bigint | null
  is_reversed: boolean
  refunded_kobo: bigint
  charged_back_kobo: bigint
}
