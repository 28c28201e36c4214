import type pg from 'pg'
import type { Journal } from '#domain/payments/movements.ts'
import { creditRefunds, spreadRefund } from '#domain/payments/refunds/refund-sources.ts'

interface RefundRequest {
  refundId: string
  /** The payment that paid the order. */
  paymentId: string | null
  orderId: string
  amountKobo: bigint
}

interface RefundCause {
  reason: string
  /** A payment that cannot be refunded because the bank has reversed it. */
  without?: string
}

/**
 * Creates refunds of naira to their source: one per order, or several if a difference was a separate payment. If what it
 * paid for is taken back, the latest payment is refunded first, otherwise the one for the goods. Returns a
 * function that splits a journal's credits among the created refunds; apply it to the journals before posting them.
 */
export async function writeRefunds(
  tx: pg.ClientBase,
  requests: readonly RefundRequest[],
  { reason, without }: RefundCause,
): Promise<(journal: Journal) => Journal> {
  const due = requests.filter(({ amountKobo }) => amountKobo > 0n)
  if (due.length === 0) return (journal) => journal
  const sources = await readSources(
    tx,
    due.map(({ orderId }) => orderId),
  )
  const written = due.flatMap((request) => {
    const own = sources.filter(({ orderId, paymentId }) => orderId === request.orderId && paymentId !== without)
    if (own.length === 0) return [{ ...request, id: request.refundId }]
    const ordered = LATEST_FIRST.has(reason) ? own.toReversed() : own
    return spreadRefund(request.amountKobo, ordered).map((part, at) => ({
      ...request,
      ...part,
      id: at === 0 ? request.refundId : crypto.randomUUID(),
    }))
  })
  await tx.query(
    `insert into public.refunds (id, payment_id, order_id, amount_kobo, reason)
     select r.*, $5 from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::bigint[]) as r`,
    [
      written.map(({ id }) => id),
      written.map(({ paymentId }) => paymentId),
      written.map(({ orderId }) => orderId),
      written.map(({ amountKobo }) => amountKobo),
      reason,
    ],
  )
  return ({ key, lines }) => ({
    key,
    lines: due.reduce((all, { refundId }) => {
      const refunds = written.filter((one) => one.refundId === refundId)
      return refunds.length > 1 ? creditRefunds(all, { from: refundId, refunds }) : all
    }, lines),
  })
}

const LATEST_FIRST = new Set(['delivery_changed', 'price_rise_withdrawn'])

/** Reads the payments of those orders that were paid by more than one payment, the one for the goods first. */
async function readSources(
  tx: pg.ClientBase,
  orderIds: readonly string[],
): Promise<{ orderId: string; paymentId: string; leftKobo: bigint }[]> {
  const { rows } = await tx.query<{ orderId: string; paymentId: string; leftKobo: bigint }>(
    `select t.order_id as "orderId", t.payment_id as "paymentId",
       (t.naira_kobo - coalesce((select sum(f.amount_kobo) from public.refunds f where f.payment_id = t.payment_id and f.order_id = t.order_id), 0))::bigint as "leftKobo"
     from public.payment_parts t join public.orders o on o.id = t.order_id left join public.difference_payments d on d.payment_id = t.payment_id
     where t.order_id = any ($1::uuid[]) and (t.payment_id = o.payment_id or d.status = 'applied')
       and exists (select from public.difference_payments e where e.order_id = t.order_id and e.status = 'applied')
     order by t.payment_id <> o.payment_id, d.created_at`,
    [orderIds],
  )
  return rows
}
