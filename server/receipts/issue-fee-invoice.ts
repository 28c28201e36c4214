import type pg from 'pg'
import { vatWithinKobo } from '#domain/products/vat.ts'
import type { InvoiceFacts } from '#domain/receipts/facts.ts'

interface FeeInvoice {
  orderId: string
  changeId: string
  amountKobo: bigint
}

/** Issues a separate invoice for a delivery fee that was added after the order's invoice. */
export async function issueFeeInvoice(tx: pg.ClientBase, { orderId, changeId, amountKobo }: FeeInvoice): Promise<void> {
  const { rows } = await tx.query<OrderInvoiceRow>(
    `select d.user_id, d.vendor_id, d.facts, public.whole_setting('vat_bps') as vat_bps from public.documents d
     where d.cause = 'invoice:' || $1`,
    [orderId],
  )
  const row = rows[0]
  if (!row) return
  const [kobo, vatBps] = [Number(amountKobo), row.vat_bps]
  const facts: InvoiceFacts = {
    ...row.facts,
    lines: [],
    totalKobo: kobo,
    paidKobo: kobo,
    returnedKobo: 0,
    charges: [{ name: 'Delivery', amountKobo: kobo, vatBps, vatKobo: Number(vatWithinKobo(amountKobo, vatBps)) }],
  }
  await tx.query(
    `insert into public.documents (kind, cause, user_id, vendor_id, order_id, amount_kobo, facts)
     values ('invoice', 'invoice:' || $1, $2, $3, $4, $5, $6) on conflict (cause) do nothing`,
    [`${orderId}:${changeId}`, row.user_id, row.vendor_id, orderId, amountKobo, JSON.stringify(facts)],
  )
}

interface OrderInvoiceRow {
  user_id: string
  vendor_id: string | null
  facts: InvoiceFacts
  vat_bps: number
}
