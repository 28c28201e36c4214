import type pg from 'pg'
import { nairaToKobo } from '#domain/money.ts'
import { endReasons } from '#domain/orders/end-reasons.ts'
import { notifyEach, queueSystemMail } from '#server/notices/queue-system-mail.ts'
import { type RefundOrderRow, refundableKobo, refundOrders } from '#server/refunds/refund-orders.ts'
import type { Rise } from './rise.ts'

const BATCH_SIZE = 200

/**
 * Ends the orders without a yes, in batches, with everything back; after the last one, the buy and those who stay have
 * the new prices. A payment that was begun before the end may finish: at most half an hour.
 */
export async function decideBatch(tx: pg.PoolClient, rise: Rise): Promise<boolean> {
  const { rows: due } = await tx.query<{ is_awaited: boolean }>(
    `select exists (select from public.orders o where ${WITHOUT_YES} and public.is_being_paid(o.id)) as is_awaited from public.price_rises r
     where r.id = $1 and r.status = 'open' and r.ends_at <= clock_timestamp()`,
    [rise.id],
  )
  if (due[0]?.is_awaited !== false) return false
  const { rows } = await tx.query<EndedOrderRow>(
    `select o.id, o.user_id, o.order_no::integer, rights.email_of(o.user_id) as email, o.status, o.charged_kobo, o.peps_kobo, o.returned_kobo, o.payment_id, g.product_name
     from public.price_rises r join public.group_buys g on g.id = r.group_buy_id join public.orders o on ${WITHOUT_YES}
     where r.id = $1 order by o.id limit ${BATCH_SIZE} for update of o`,
    [rise.id],
  )
  await endOrders(tx, rows, rise.siteUrl)
  if (rows.length === BATCH_SIZE) return true
  await tx.query('select public.apply_price_rise($1)', [rise.id])
  await notifyStaying(tx, rise)
  await notifyShop(tx, rise)
  return false
}

const WITHOUT_YES = `o.group_buy_id = r.group_buy_id and o.is_live
  and not exists (select from public.price_answers a where a.order_id = o.id and a.price_rise_id = r.id and a.answer = 'stay')`

interface EndedOrderRow extends RefundOrderRow {
  order_no: number
  email: string | null
  status: string
  product_name: string
}

async function endOrders(tx: pg.PoolClient, orders: readonly EndedOrderRow[], siteUrl: string): Promise<void> {
  await tx.query(
    `update public.orders set status = 'cancelled', amount_due_kobo = 0, ended_at = clock_timestamp(), end_reason = $2 where id = any ($1::uuid[]) and status = 'pending'`,
    [orders.filter(({ status }) => status === 'pending').map(({ id }) => id), endReasons.priceRose],
  )
  // Naira go to the source: only the buyer may choose PEPS.
  await refundOrders(
    tx,
    orders.filter(({ status }) => status === 'paid'),
    { amountKobo: refundableKobo, to: 'source', reason: 'price_rose', siteUrl },
  )
  await notifyEach(
    tx,
    'price-rise-left',
    orders.map((order) => {
      const { id: orderId, user_id: person, email: to, order_no: orderNo, product_name: product } = order
      return { to, person, facts: { orderId, orderNo, product, refundKobo: refundableKobo(order) }, siteUrl }
    }),
  )
}

async function notifyStaying(tx: pg.PoolClient, { buyId, siteUrl }: Rise): Promise<void> {
  const { rows } = await tx.query<StayingOrderRow>(
    `select o.id, o.user_id, rights.email_of(o.user_id) as email, o.order_no::integer, o.ceiling_unit_price, o.amount_due_kobo, g.product_name, g.payment_due_at
     from public.orders o join public.group_buys g on g.id = o.group_buy_id where g.id = $1 and o.is_live and o.ceiling_unit_price is not null and g.payment_due_at is not null order by o.id`,
    [buyId],
  )
  await notifyEach(
    tx,
    'price-rise-decided',
    rows.map((row) => {
      const facts = {
        orderId: row.id,
        orderNo: row.order_no,
        product: row.product_name,
        ceilingKobo: nairaToKobo(row.ceiling_unit_price),
        dueKobo: row.amount_due_kobo,
        payBy: row.payment_due_at,
      }
      return { to: row.email, person: row.user_id, facts, siteUrl }
    }),
  )
}

async function notifyShop(tx: pg.PoolClient, { id, siteUrl }: Rise): Promise<void> {
  const { rows } = await tx.query<DecidedBuyRow>(
    `select g.id, g.product_name, g.current_participants as staying, r.people, r.ceiling_price, v.owner_id, rights.email_of(v.owner_id) as email
     from public.price_rises r join public.group_buys g on g.id = r.group_buy_id join public.vendors v on v.id = g.vendor_id where r.id = $1`,
    [id],
  )
  for (const { id: buyId, product_name: product, owner_id: person, email: to, ...row } of rows) {
    const facts = {
      buyId,
      product,
      people: row.people,
      staying: row.staying,
      ceilingKobo: nairaToKobo(row.ceiling_price),
    }
    await queueSystemMail(tx, 'shop-price-decided', { to, person, facts, siteUrl })
  }
}

interface StayingOrderRow {
  id: string
  user_id: string
  email: string | null
  order_no: number
  ceiling_unit_price: string
  amount_due_kobo: bigint
  product_name: string
  payment_due_at: Date
}

interface DecidedBuyRow {
  id: string
  product_name: string
  staying: number
  people: number
  ceiling_price: string
  owner_id: string
  email: string | null
}
