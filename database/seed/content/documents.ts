import type pg from 'pg'
import { marketParty } from '#domain/receipts/parties.ts'

/** Inserts receipts and invoices in the order of issue; they are numbered on commit. */
export async function writeDocuments(client: pg.ClientBase, orderIds: readonly string[]): Promise<void> {
  await client.query(RECEIPTS, [orderIds, JSON.stringify(marketParty)])
  await client.query(INVOICES, [orderIds, JSON.stringify(marketParty)])
}

const ISO = `'YYYY-MM-DD"T"HH24:MI:SS"Z"'`
const partyJson = (name: string, line?: string) =>
  `jsonb_build_object('name', ${name}, 'lines', ${line ? `jsonb_build_array(${line})` : `'[]'::jsonb`})`

const RECEIPTS = `
  insert into public.documents (kind, cause, user_id, payment_id, amount_kobo, facts, issued_at)
  select 'receipt', 'payment:' || p.id, p.user_id, p.id, o.charged_kobo, jsonb_build_object('market', $2::jsonb, 'payer', ${partyJson('o.buyer_name')},
    'reference', p.reference, 'paidAt', to_char(p.succeeded_at at time zone 'UTC', ${ISO}), 'way', p.channel,
    'nairaKobo', p.naira_kobo, 'pepsKobo', p.peps_kobo, 'goesBackKobo', 0,
    'orders', jsonb_build_array(jsonb_build_object('orderNo', o.order_no, 'shop', v.business_name, 'amountKobo', o.charged_kobo, 'what',
      (select string_agg(format('%s (%s %s)', l.product_name, l.quantity, l.unit), ', ' order by l.product_name) from public.order_lines l where l.order_id = o.id)))),
    p.succeeded_at
  from public.orders o join public.payments p on p.id = o.payment_id join public.vendors v on v.id = o.vendor_id
  where o.id = any ($1::uuid[]) and p.succeeded_at is not null order by p.succeeded_at on conflict (cause) do nothing`

const chargeJson = (name: string, column: string) =>
  `case when ${column} = 0 then '[]'::jsonb else jsonb_build_array(jsonb_build_object('name', '${name}', 'amountKobo', ${column},
     'vatBps', 750, 'vatKobo', public.vat_within(${column}, 750))) end`

const INVOICES = `
  insert into public.documents (kind, cause, user_id, vendor_id, order_id, amount_kobo, facts, issued_at)
  select 'invoice', 'invoice:' || o.id, o.user_id, o.vendor_id, o.id, t.kobo, jsonb_build_object('market', $2::jsonb,
    'seller', ${partyJson('v.business_name', 'v.location')}, 'buyer', ${partyJson('o.buyer_name')}, 'orderNo', o.order_no,
    'orderedAt', to_char(o.created_at at time zone 'UTC', ${ISO}),
    'lines', (select jsonb_agg(jsonb_build_object('name', l.product_name, 'quantity', l.quantity, 'unit', l.unit, 'unitPriceKobo', (l.unit_price * 100)::bigint,
      'amountKobo', (l.unit_price * 100)::bigint * l.quantity, 'vatClass', l.vat_class, 'vatBps', l.vat_bps, 'vatKobo', 0) order by l.product_name, l.id)
      from public.order_lines l where l.order_id = o.id),
    'charges', ${chargeJson('Service fee', 'o.fee_kobo')} || ${chargeJson('Delivery', 'o.delivery_fee_kobo')},
    'totalKobo', t.kobo, 'paidKobo', o.charged_kobo, 'returnedKobo', o.returned_kobo), coalesce(o.settled_at, o.paid_at)
  from public.orders o join public.vendors v on v.id = o.vendor_id
    cross join lateral (select (o.total_amount * 100)::bigint + o.fee_kobo + o.delivery_fee_kobo as kobo) t
  where o.id = any ($1::uuid[]) and o.is_paid and (o.settled_at is not null or (o.group_buy_id is null and o.paid_at is not null))
  order by coalesce(o.settled_at, o.paid_at) on conflict (cause) do nothing`
