import type pg from 'pg'
import { notifyEach } from '#server/notices/queue-system-mail.ts'

/** Notifies the buyers whose orders in these buys have expired in this transaction. */
export async function notifyOfExpiry(tx: pg.PoolClient, buyIds: readonly string[], siteUrl: string): Promise<void> {
  const { rows } = await tx.query<ExpiredOrderRow>(
    `select o.id, o.user_id, g.id as buy_id, g.product_name, o.order_no::integer, rights.email_of(o.user_id) as email
     from public.orders o join public.group_buys g on g.id = o.group_buy_id
     where o.group_buy_id = any ($1::uuid[]) and o.status = 'expired' and o.ended_at = now()`,
    [buyIds],
  )
  await notifyEach(
    tx,
    'order-expired',
    rows.map(({ id, user_id, buy_id, product_name, order_no, email }) => {
      const facts = { orderId: id, buyId: buy_id, product: product_name, orderNo: order_no }
      return { to: email, person: user_id, facts, siteUrl }
    }),
  )
}

interface ExpiredOrderRow {
  id: string
  user_id: string
  buy_id: string
  product_name: string
  order_no: number
  email: string | null
}
