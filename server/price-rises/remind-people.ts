import type pg from 'pg'
import { notifyEach } from '#server/notices/queue-system-mail.ts'
import { costOfOrder } from '#server/payments/differences/cost-of-order.ts'
import type { Rise } from './rise.ts'

/** Reminds everybody who has not answered, once, in the transaction that notes it. */
export async function remindPeople(tx: pg.PoolClient, { id, siteUrl }: Rise): Promise<false> {
  const { rowCount } = await tx.query(
    `update public.price_rises set reminded_at = clock_timestamp() where id = $1 and status = 'open' and reminded_at is null and ends_at > clock_timestamp()`,
    [id],
  )
  if (rowCount === 0) return false
  const { rows } = await tx.query<SilentOrderRow>(
    `select o.id, o.user_id, rights.email_of(o.user_id) as email, o.order_no::integer, o.quantity, o.buyer_fee_bps, o.ceiling_unit_price, r.ceiling_price, r.ends_at, g.product_name
     from public.price_rises r join public.group_buys g on g.id = r.group_buy_id join public.orders o on o.group_buy_id = g.id
     where r.id = $1 and o.is_live and o.ceiling_unit_price is not null and not exists (select from public.price_answers a where a.order_id = o.id and a.price_rise_id = r.id) order by o.id`,
    [id],
  )
  const notices = rows.map((row) => {
    const { moreKobo } = costOfOrder(row, row.ceiling_price)
    const { id: orderId, order_no: orderNo, product_name: product, ends_at: endsAt } = row
    return { to: row.email, person: row.user_id, facts: { orderId, orderNo, product, moreKobo, endsAt }, siteUrl }
  })
  await notifyEach(tx, 'price-rise-reminder', notices)
  return false
}

interface SilentOrderRow {
  id: string
  user_id: string
  email: string | null
  order_no: number
  quantity: number
  buyer_fee_bps: number
  ceiling_unit_price: string
  ceiling_price: string
  ends_at: Date
  product_name: string
}
