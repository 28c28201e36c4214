import type pg from 'pg'
import { businessLines } from '#domain/businesses/business.ts'
import { countUnits } from '#domain/products/units.ts'
import type { ReceiptFacts } from '#domain/receipts/facts.ts'
import { makeParty, marketParty } from '#domain/receipts/parties.ts'
import type { InvoicedBusiness } from './issue-invoices.ts'

/**
 * Issues the receipt of a payment, once, in the transaction that books it. Its number is assigned when that transaction
 * commits.
 */
export async function issueReceipt(tx: pg.ClientBase, paymentId: string): Promise<void> {
  const { rows } = await tx.query<ReceiptRow>(
    `select p.user_id, p.reference, coalesce(p.succeeded_at, now()) as paid_at, case when p.gateway <> 'peps' then coalesce(p.channel, 'online') end as way,
       coalesce(p.received_kobo, p.naira_kobo) as came_in, (select full_name from public.profiles where id = p.user_id) as payer,
       -- Only if the payment pays for one company alone.
       (select jsonb_build_object('id', b.id, 'name', b.name, 'tin', b.tin, 'address', b.address) from public.businesses b where b.status = 'verified'
          and b.id = all (select coalesce(o.business_id, '00000000-0000-0000-0000-000000000000') from public.payment_parts t join public.orders o on o.id = t.order_id where t.payment_id = p.id)
          and b.id in (select o.business_id from public.payment_parts t join public.orders o on o.id = t.order_id where t.payment_id = p.id)) as business,
       (select jsonb_agg(jsonb_build_object('orderNo', o.order_no, 'shop', v.business_name, 'amountKobo', t.naira_kobo + t.peps_kobo, 'pepsKobo', t.peps_kobo,
            'difference', d.kind,
            'lines', (select jsonb_agg(jsonb_build_object('name', l.product_name, 'quantity', l.quantity, 'unit', l.unit) order by l.product_name)
              from public.order_lines l where l.order_id = o.id))
          order by o.order_no)
        from public.payment_parts t join public.orders o on o.id = t.order_id join public.vendors v on v.id = o.vendor_id
        left join public.difference_payments d on d.payment_id = t.payment_id and d.status = 'applied'
        where t.payment_id = p.id and ((o.payment_id = p.id and o.is_paid) or d.payment_id is not null)) as orders,
       (select jsonb_build_object('circle', c.name, 'month', k.month, 'amountKobo', k.amount_kobo)
        from public.ajo_contributions k join public.ajo_circles c on c.id = k.circle_id where k.payment_id = p.id) as contribution
     from public.payments p where p.id = $1`,
    [paymentId],
  )
  const row = rows[0]
  // A payment that pays nothing is refunded and needs no receipt.
  if (!row || !(row.orders || row.contribution)) return
  const orders = row.orders ?? []
  const sum = (figure: (order: ReceiptOrder) => number) => orders.reduce((all, order) => all + figure(order), 0)
  const pepsKobo = sum((order) => order.pepsKobo)
  const nairaKobo = sum((order) => order.amountKobo) - pepsKobo + (row.contribution?.amountKobo ?? 0)
  const facts: ReceiptFacts = {
    market: marketParty,
    payer: row.business
      ? makeParty(row.business.name, ...businessLines(row.business, row.payer ?? ''))
      : makeParty(row.payer),
    reference: row.reference,
    paidAt: row.paid_at.toISOString(),
    way: row.way,
    nairaKobo,
    pepsKobo,
    goesBackKobo: Number(row.came_in) - nairaKobo,
    ...(row.contribution && { contribution: row.contribution }),
    orders: orders.map(({ orderNo, lines, shop, amountKobo, difference }) => ({
      orderNo,
      shop,
      amountKobo,
      what: `${difference ? DIFFERENCES[difference] : ''}${lines.map(({ name, quantity, unit }) => `${name} (${countUnits(quantity, unit)})`).join(', ')}`,
    })),
  }
  await tx.query(
    `insert into public.documents (kind, cause, user_id, payment_id, amount_kobo, facts, business_id, buyer_tin) values ('receipt', $1, $2, $3, $4, $5, $6, $7) on conflict (cause) do nothing`,
    [
      `payment:${paymentId}`,
      row.user_id,
      paymentId,
      nairaKobo + pepsKobo,
      JSON.stringify(facts),
      row.business?.id ?? null,
      row.business?.tin ?? null,
    ],
  )
}

const DIFFERENCES = { delivery: 'More for delivery: ', price: 'More for the new price: ' }

interface ReceiptRow {
  user_id: string
  payer: string | null
  business: InvoicedBusiness | null
  reference: string
  paid_at: Date
  way: string | null
  came_in: bigint
  orders: ReceiptOrder[] | null
  contribution: ReceiptFacts['contribution'] | null
}

interface ReceiptOrder {
  orderNo: number
  lines: { name: string; quantity: number; unit: string }[]
  shop: string
  amountKobo: number
  pepsKobo: number
  /** It pays the difference for a more expensive delivery choice. */
  difference: keyof typeof DIFFERENCES | null
}
