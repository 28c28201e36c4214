import type pg from 'pg'
import { type BusinessFacts, businessLines } from '#domain/businesses/business.ts'
import { vatWithinKobo } from '#domain/products/vat.ts'
import type { Charge, InvoiceFacts, SoldLine } from '#domain/receipts/facts.ts'
import { makeParty, marketParty } from '#domain/receipts/parties.ts'

/** Issues the invoices of orders whose price has become final, once each, in the transaction that makes it final. */
export async function issueInvoices(tx: pg.ClientBase, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length === 0) return
  const { rows } = await tx.query<InvoicedOrderRow>(ORDERS_TO_INVOICE, [orderIds])
  const written = rows.map((row) => ({ row, facts: invoiceFacts(row) }))
  await tx.query(
    `insert into public.documents (kind, cause, user_id, vendor_id, order_id, amount_kobo, facts, business_id, buyer_tin)
     select 'invoice', 'invoice:' || w.id, w.buyer, w.vendor, w.id, w.amount, w.facts::jsonb, w.business, w.tin
     from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::bigint[], $5::text[], $6::uuid[], $7::text[]) as w (id, buyer, vendor, amount, facts, business, tin) on conflict (cause) do nothing`,
    [
      written.map(({ row }) => row.id),
      written.map(({ row }) => row.user_id),
      written.map(({ row }) => row.vendor_id),
      written.map(({ facts }) => facts.totalKobo),
      written.map(({ facts }) => JSON.stringify(facts)),
      written.map(({ row }) => row.business?.id ?? null),
      written.map(({ row }) => row.business?.tin ?? null),
    ],
  )
}

const ORDERS_TO_INVOICE = `select o.id, o.order_no::integer, o.user_id, o.vendor_id, o.created_at, o.fee_kobo, o.delivery_fee_kobo, o.charged_kobo, o.returned_kobo,
    o.buyer_name, (select jsonb_build_object('id', b.id, 'name', b.name, 'tin', b.tin, 'address', b.address) from public.businesses b
      where b.id = o.business_id and b.status = 'verified') as business, v.business_name, v.location, public.whole_setting('vat_bps') as vat_bps,
    (select coalesce(jsonb_agg(jsonb_build_object('name', l.product_name, 'quantity', l.quantity, 'unit', l.unit, 'unitPriceKobo', (l.unit_price * 100)::bigint,
       'vatClass', l.vat_class, 'vatBps', l.vat_bps) order by l.product_name, l.id), '[]') from public.order_lines l where l.order_id = o.id) as lines
  from public.orders o join public.vendors v on v.id = o.vendor_id where o.id = any ($1::uuid[]) order by o.order_no`

/** The verified company that an order is for: its documents are in its name. */
export interface InvoicedBusiness extends BusinessFacts {
  id: string
}

interface InvoicedOrderRow {
  id: string
  order_no: number
  user_id: string
  vendor_id: string
  created_at: Date
  fee_kobo: bigint
  delivery_fee_kobo: bigint
  charged_kobo: bigint
  returned_kobo: bigint
  buyer_name: string
  business: InvoicedBusiness | null
  business_name: string
  location: string
  vat_bps: number
  lines: Omit<SoldLine, 'amountKobo' | 'vatKobo'>[]
}

function invoiceFacts(row: InvoicedOrderRow): InvoiceFacts {
  const lines = row.lines.map((line): SoldLine => {
    const amountKobo = line.unitPriceKobo * line.quantity
    return { ...line, amountKobo, vatKobo: Number(vatWithinKobo(BigInt(amountKobo), line.vatBps)) }
  })
  const charge = (name: string, kobo: bigint): Charge[] =>
    kobo === 0n
      ? []
      : [
          {
            name,
            amountKobo: Number(kobo),
            vatBps: row.vat_bps,
            vatKobo: Number(vatWithinKobo(kobo, row.vat_bps)),
          },
        ]
  const charges = [...charge('Service fee', row.fee_kobo), ...charge('Delivery', row.delivery_fee_kobo)]
  return {
    market: marketParty,
    seller: makeParty(row.business_name, row.location),
    buyer: row.business
      ? makeParty(row.business.name, ...businessLines(row.business, row.buyer_name))
      : makeParty(row.buyer_name),
    orderNo: row.order_no,
    orderedAt: row.created_at.toISOString(),
    lines,
    charges,
    totalKobo: [...lines, ...charges].reduce((sum, { amountKobo }) => sum + amountKobo, 0),
    paidKobo: Number(row.charged_kobo),
    returnedKobo: Number(row.returned_kobo),
  }
}
