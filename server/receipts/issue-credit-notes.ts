import type pg from 'pg'
import { minKobo } from '#domain/money.ts'
import type { CreditNoteFacts, InvoiceFacts } from '#domain/receipts/facts.ts'

interface Credit {
  orderId: string
  /** The refunded part of the invoice's total. */
  amountKobo: bigint
}

/**
 * Issues a credit note for each of these orders that has an invoice; the note states the amount that is not refunded.
 */
export async function issueCreditNotes(
  tx: pg.ClientBase,
  credits: readonly Credit[],
  { cause, reason }: { cause: string; reason: string },
): Promise<void> {
  const back = new Map(credits.map(({ orderId, amountKobo }) => [orderId, amountKobo]))
  const notes = new Map<string, number>()
  const { rows } = await tx.query<InvoiceRow>(
    `select d.id, d.number, d.order_id, d.user_id, d.vendor_id, d.facts, d.business_id, d.buyer_tin,
       (select coalesce(sum(amount_kobo), 0)::bigint from public.documents c where c.invoice_id = d.id) as credited_before
     from public.documents d
     where d.kind = 'invoice' and d.number is not null and d.order_id = any ($1::uuid[]) order by d.number`,
    [[...back.keys()]],
  )
  const written = rows.flatMap((row, at) => {
    const owed = back.get(row.order_id) ?? 0n
    const isLast = !rows.slice(at + 1).some(({ order_id }) => order_id === row.order_id)
    // If an order has several invoices, each is credited up to its remaining amount.
    const amountKobo = isLast ? owed : minKobo(owed, BigInt(row.facts.totalKobo) - row.credited_before)
    back.set(row.order_id, owed - amountKobo)
    const before = notes.get(row.order_id) ?? 0
    if (amountKobo === 0n && (before > 0 || !isLast)) return []
    notes.set(row.order_id, before + 1)
    const which = before === 0 ? '' : `:${before + 1}`
    return [{ row, cause: `${cause}:${row.order_id}${which}`, ...creditNote(row, { reason, amountKobo }) }]
  })
  await tx.query(
    `insert into public.documents (kind, cause, user_id, vendor_id, order_id, invoice_id, amount_kobo, facts, business_id, buyer_tin)
     select 'credit_note', w.cause, w.buyer, w.vendor, w.order_id, w.invoice, w.amount, w.facts::jsonb, w.business, w.tin
     from unnest($1::text[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::bigint[], $7::text[], $8::uuid[], $9::text[]) as w (cause, order_id, buyer, vendor, invoice, amount, facts, business, tin)
     on conflict (cause) do nothing`,
    [
      written.map((one) => one.cause),
      written.map(({ row }) => row.order_id),
      written.map(({ row }) => row.user_id),
      written.map(({ row }) => row.vendor_id),
      written.map(({ row }) => row.id),
      written.map(({ amountKobo }) => amountKobo),
      written.map(({ facts }) => JSON.stringify(facts)),
      written.map(({ row }) => row.business_id),
      written.map(({ row }) => row.buyer_tin),
    ],
  )
}

interface InvoiceRow {
  id: string
  number: string
  order_id: string
  user_id: string
  vendor_id: string | null
  facts: InvoiceFacts
  business_id: string | null
  buyer_tin: string | null
  credited_before: bigint
}

function creditNote(
  { number, facts, credited_before }: InvoiceRow,
  { reason, amountKobo }: { reason: string; amountKobo: bigint },
) {
  const { paidKobo: _, returnedKobo: __, ...sold } = facts
  const credited = Number(amountKobo)
  const note: CreditNoteFacts = {
    ...sold,
    invoiceNumber: number,
    reason,
    retainedKobo: facts.totalKobo - Number(credited_before) - credited,
  }
  return { facts: note, amountKobo: credited }
}
