import type pg from 'pg'
import { queueSystemMail } from '#server/notices/queue-system-mail.ts'
import { expirePayment, readOpenPayments } from '../begin-payment.ts'
import { costOfOrder } from './cost-of-order.ts'

/** An order whose buyer is asked for a higher price, with what a yes costs. */
export interface OrderToAnswer {
  id: string
  user_id: string
  order_no: number
  status: string
  quantity: number
  ceiling_unit_price: string
  delivery_fee_kobo: bigint
  amount_due_kobo: bigint
  price_rise_id: string
  rise_status: string
  ends_at: Date
  ceiling_price: string
  product_name: string
  answer: string | null
  isBeingPaid: boolean
  /** Part of it was refunded to the source of the payment. */
  hasRefund: boolean
  email: string | null
  now: Date
  feeKobo: bigint
  moreKobo: bigint
}

/** Reads the buyer's order under its lock and that of its buy. */
export async function readOrderToAnswer(
  tx: pg.ClientBase,
  { orderId, priceRiseId, userId }: { orderId: string; priceRiseId: string; userId: string },
): Promise<OrderToAnswer | null> {
  const { rows } = await tx.query<Omit<OrderToAnswer, 'feeKobo' | 'moreKobo'> & { buyer_fee_bps: number }>(
    `select o.id, o.user_id, o.order_no::integer, o.status, o.quantity, o.ceiling_unit_price, o.buyer_fee_bps, o.delivery_fee_kobo, o.amount_due_kobo, r.id as price_rise_id,
       r.status as rise_status, r.ends_at, r.ceiling_price, g.product_name, a.answer, public.is_being_paid(o.id) as "isBeingPaid",
       exists (select from public.refunds f where f.order_id = o.id) as "hasRefund", rights.email_of(o.user_id) as email, clock_timestamp() as now
     from public.orders o join public.price_rises r on r.group_buy_id = o.group_buy_id join public.group_buys g on g.id = o.group_buy_id
     left join public.price_answers a on a.order_id = o.id and a.price_rise_id = r.id
     where o.id = $1 and r.id = $2 and o.user_id = $3 and o.ceiling_unit_price is not null`,
    [orderId, priceRiseId, userId],
  )
  const [row] = rows
  if (!row) return null
  const { feeKobo, moreKobo } = costOfOrder(row, row.ceiling_price)
  return { ...row, feeKobo, moreKobo }
}

interface PricePayment {
  order: OrderToAnswer
  status: string
  more_kobo: bigint
}

async function readPricePayment(tx: pg.ClientBase, paymentId: string): Promise<PricePayment | null> {
  const { rows } = await tx.query<{
    order_id: string
    price_rise_id: string
    user_id: string
    status: string
    more_kobo: bigint
  }>(
    `select p.order_id, p.price_rise_id, o.user_id, p.status, p.more_kobo from public.price_payments p join public.orders o on o.id = p.order_id where p.payment_id = $1`,
    [paymentId],
  )
  const [row] = rows
  if (!row) return null
  const { order_id: orderId, price_rise_id: priceRiseId, user_id: userId } = row
  const order = await readOrderToAnswer(tx, { orderId, priceRiseId, userId })
  return order && { order, status: row.status, more_kobo: row.more_kobo }
}

/** A payment that was begun before the end of the vote may finish after it, as long as the clock has not decided. */
export async function readPriceDifference(
  tx: pg.ClientBase,
  { paymentId, pepsKobo }: { paymentId: string; pepsKobo: bigint },
): Promise<{ stands: boolean; dueKobo: bigint } | null> {
  const paid = await readPricePayment(tx, paymentId)
  if (!paid) return null
  const { order, status, more_kobo: dueKobo } = paid
  const isOpen = order.rise_status === 'open' && order.answer === null && order.status === 'paid'
  const isUntouched = status === 'awaited' && order.moreKobo === dueKobo
  return { stands: isOpen && isUntouched && !(pepsKobo > 0n && order.hasRefund), dueKobo }
}

interface PricePaid {
  paymentId: string
  nairaKobo: bigint
  pepsKobo: bigint
  siteUrl: string
}

/** Counts the yes of a paid order and raises its ceiling, after the difference was paid and posted. */
export async function applyPriceDifference(
  tx: pg.PoolClient,
  { paymentId, nairaKobo, pepsKobo, siteUrl }: PricePaid,
): Promise<void> {
  const paid = await readPricePayment(tx, paymentId)
  if (!paid) throw new Error('There is no order for this difference')
  const { order } = paid
  await tx.query(`update public.price_payments set status = 'applied' where payment_id = $1`, [paymentId])
  await countYes(tx, { order, paymentId, siteUrl })
  await tx.query(
    `update public.orders set ceiling_unit_price = $2, fee_kobo = $3, charged_kobo = charged_kobo + $4, peps_kobo = peps_kobo + $5 where id = $1`,
    [order.id, order.ceiling_price, order.feeKobo, nairaKobo + pepsKobo, pepsKobo],
  )
}

interface Yes {
  order: OrderToAnswer
  paymentId: string | null
  siteUrl: string
}

/** Records the yes and confirms it to the buyer. The caller raises the order's ceiling. */
export async function countYes(tx: pg.PoolClient, { order, paymentId, siteUrl }: Yes): Promise<void> {
  await tx.query(
    `insert into public.price_answers (order_id, price_rise_id, person_id, answer, former_ceiling_price, more_kobo, payment_id) values ($1, $2, $3, 'stay', $4, $5, $6)`,
    [order.id, order.price_rise_id, order.user_id, order.ceiling_unit_price, order.moreKobo, paymentId],
  )
  await queueSystemMail(tx, 'price-rise-agreed', {
    to: order.email,
    person: order.user_id,
    siteUrl,
    facts: {
      orderId: order.id,
      orderNo: order.order_no,
      product: order.product_name,
      moreKobo: order.moreKobo,
      endsAt: order.ends_at,
      isPaid: paymentId !== null,
    },
  })
}

/** Drops unpaid differences when the buyer begins another payment. Money that still arrives for them is refunded. */
export async function dropPricePayments(
  tx: pg.ClientBase,
  { orderId, userId }: { orderId: string; userId: string },
): Promise<void> {
  await tx.query(`update public.price_payments set status = 'dropped' where order_id = $1 and status = 'awaited'`, [
    orderId,
  ])
  for (const { id } of await readOpenPayments(tx, { orderIds: [orderId], userId })) await expirePayment(tx, id)
}
