import type pg from 'pg'
import type { Journal } from '#domain/payments/movements.ts'
import { creditRefunds, spreadRefund } from '#domain/payments/refund-sources.ts'

interface WantedRefund {
  refundId: string
  /** What paid the order. */
  paymentId: string | null
  orderId: string
  amountKobo: bigint
}

interface Why {
  reason: string
  /** A payment that gives nothing back any more: its bank took it. */
  without?: string
}

/**
 * Naira that go back to where they came from: a refund for each order, or several where its difference for delivery was a payment of
 * its own. What was begun last comes back first if delivery changes, else what paid the goods does. Journals that credit the
 * wanted refunds go through the answer before they are posted.
 */
export async function writeRefunds(
  tx: pg.ClientBase,
  wanted: readonly WantedRefund[],
  { reason, without }: Why,
): Promise<(journal: Journal) => Journal> {
  const owing = wanted.filter(({ amountKobo }) => amountKobo > 0n)
  if (owing.length === 0) return (journal) => journal
  const sources = await readSources(
    tx,
    owing.map(({ orderId }) => orderId),
  )
  const written = owing.flatMap((want) => {
    const own = sources.filter(({ orderId, paymentId }) => orderId === want.orderId && paymentId !== without)
    if (own.length === 0) return [{ ...want, id: want.refundId }]
    const inTurn = reason === 'delivery_changed' ? own.toReversed() : own
    return spreadRefund(want.amountKobo, inTurn).map((part, at) => ({
      ...want,
      ...part,
      id: at === 0 ? want.refundId : crypto.randomUUID(),
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
    lines: owing.reduce((all, { refundId }) => {
      const refunds = written.filter((one) => one.refundId === refundId)
      return refunds.length > 1 ? creditRefunds(all, { from: refundId, refunds }) : all
    }, lines),
  })
}

/** Of those orders alone that were paid by more than one payment, the one for the goods first. */
async function readSources(
  tx: pg.ClientBase,
  orderIds: readonly string[],
): Promise<{ orderId: string; paymentId: string; leftKobo: bigint }[]> {
  const { rows } = await tx.query<{ orderId: string; paymentId: string; leftKobo: bigint }>(
    `select t.order_id as "orderId", t.payment_id as "paymentId",
       (t.naira_kobo - coalesce((select sum(f.amount_kobo) from public.refunds f where f.payment_id = t.payment_id and f.order_id = t.order_id), 0))::bigint as "leftKobo"
     from public.payment_parts t join public.orders o on o.id = t.order_id left join public.dearer_choices d on d.payment_id = t.payment_id
     where t.order_id = any ($1::uuid[]) and (t.payment_id = o.payment_id or d.status = 'taken')
       and exists (select from public.dearer_choices e where e.order_id = t.order_id and e.status = 'taken')
     order by t.payment_id <> o.payment_id, d.created_at`,
    [orderIds],
  )
  return rows
}
