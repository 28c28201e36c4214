import type pg from 'pg'
import { endReasons } from '#domain/orders/end-reasons.ts'
import { type RefundOrderRow, refundableKobo, refundOrders } from '#server/refunds/refund-orders.ts'

/**
 * Ends the orders that these orders, paid in this transaction, have taken over: all that was paid for them goes back.
 * The counters of the buy have moved already (count_orders). The caller holds the locks of the buys and of all orders.
 */
export async function takeOverShares(
  tx: pg.PoolClient,
  { orderIds, siteUrl }: { orderIds: readonly string[]; siteUrl: string },
): Promise<void> {
  const { rows } = await tx.query<GivenOrderRow>(
    `select o.id, o.user_id, o.status, o.group_buy_id, o.charged_kobo, o.peps_kobo, o.returned_kobo, o.payment_id, o.return_to, t.user_id as receiver_id
     from public.orders t join public.orders o on o.id = t.takes_over_order_id where t.id = any ($1::uuid[]) and o.group_buy_id is not null order by o.id`,
    [orderIds],
  )
  for (const given of rows) {
    await endGiven(tx, given, siteUrl)
    await tx.query(
      `update public.share_gifts set status = 'taken', receiver_id = $2, ended_at = clock_timestamp() where order_id = $1 and status = 'accepted'`,
      [given.id, given.receiver_id],
    )
    // The receiver may have had an offer of the waiting list, which is free now.
    await tx.query('select public.offer_places($1)', [given.group_buy_id])
  }
}

async function endGiven(tx: pg.PoolClient, given: GivenOrderRow, siteUrl: string): Promise<void> {
  if (given.status === 'pending') {
    await tx.query(
      `update public.orders set status = 'cancelled', amount_due_kobo = 0, ended_at = clock_timestamp(), end_reason = $2 where id = $1`,
      [given.id, endReasons.given],
    )
    return
  }
  await refundOrders(tx, [given], {
    amountKobo: refundableKobo,
    to: given.return_to === 'peps' ? 'peps' : 'source',
    reason: 'left',
    endReason: endReasons.given,
    siteUrl,
  })
}

interface GivenOrderRow extends RefundOrderRow {
  status: string
  group_buy_id: string
  return_to: string | null
  receiver_id: string
}
