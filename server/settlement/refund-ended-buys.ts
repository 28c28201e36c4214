import { endReasons } from '#domain/orders/end-reasons.ts'
import type { Database } from '#platform/postgres/database.ts'
import { CLOCK } from '#server/identities.ts'
import { notifyEach } from '#server/notices/queue-system-mail.ts'
import { type RefundOrderRow, refundableKobo, refundOrders } from '#server/refunds/refund-orders.ts'

const BATCH_SIZE = 200

/**
 * Refunds every paid order of a buy that failed or was cancelled in full, with fee and delivery, in batches. Naira go
 * to the source: only the buyer may choose PEPS. Returns the faults, one per buy.
 */
export async function refundEndedBuys(database: Database, siteUrl: string): Promise<unknown[]> {
  const { rows: due } = await database.as(CLOCK, (tx) =>
    tx.query<EndedBuy>(
      `select id, status, product_name, pack_unit, end_reason from public.group_buys g where status in ('failed', 'cancelled')
         and exists (select from public.orders o where o.group_buy_id = g.id and o.status in ('paid', 'confirmed')) limit 50`,
    ),
  )
  const faults: unknown[] = []
  for (const buy of due) await refundBuy(database, { ...buy, siteUrl }).catch((fault: unknown) => faults.push(fault))
  return faults
}

interface EndedBuy {
  id: string
  status: string
  product_name: string
  pack_unit: string | null
  end_reason: string | null
}

type EndedBuyRefund = EndedBuy & { siteUrl: string }

async function refundBuy(
  database: Database,
  { id, status, product_name, pack_unit, end_reason, siteUrl }: EndedBuyRefund,
): Promise<void> {
  const unfilledPack = end_reason === endReasons.noPackFilled ? pack_unit : null
  let refunded = BATCH_SIZE
  while (refunded === BATCH_SIZE) {
    refunded = await database.as(CLOCK, async (tx) => {
      await tx.query('select from public.group_buys where id = $1 for no key update', [id])
      const { rows } = await tx.query<RefundOrderRow & { order_no: number; email: string | null }>(
        `select id, user_id, order_no::integer, rights.email_of(user_id) as email, charged_kobo, peps_kobo, returned_kobo, payment_id from public.orders
         where group_buy_id = $1 and status in ('paid', 'confirmed') order by id limit ${BATCH_SIZE} for update`,
        [id],
      )
      if (rows.length === 0) return 0
      const reason = status === 'cancelled' ? 'buy_cancelled' : unfilledPack ? 'pack_not_filled' : 'buy_failed'
      await refundOrders(tx, rows, { amountKobo: refundableKobo, to: 'source', reason, siteUrl })
      // Buyers of a cancelled buy were notified of the cancellation.
      if (status === 'cancelled') return rows.length
      await notifyEach(
        tx,
        'buy-failed',
        rows.map((row) => {
          const facts = {
            orderId: row.id,
            product: product_name,
            orderNo: row.order_no,
            refundKobo: refundableKobo(row),
            unfilledPack,
          }
          return { to: row.email, person: row.user_id, facts, siteUrl }
        }),
      )
      return rows.length
    })
  }
}

/** Marks orders whose refunds have all arrived as refunded. */
export async function finishRefunds(database: Database): Promise<void> {
  await database.as(CLOCK, (tx) =>
    tx.query(
      `update public.orders set status = 'refunded' where id = any (array(select o.id from public.orders o where o.status = 'refunding'
         and (o.left_late_at is null or o.leave_paid_at is not null)
         and not exists (select from public.refunds f where f.order_id = o.id and f.status <> 'processed') order by o.updated_at limit 500 for update skip locked))`,
    ),
  )
}
