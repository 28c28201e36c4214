import type pg from 'pg'
import { endReasons } from '#domain/orders/end-reasons.ts'
import { journal, kindKobo, type LedgerLine } from '#domain/payments/movements.ts'
import { type ReturnTo, returnLines } from '#domain/payments/refunds/returning.ts'
import { type PaidRow, paidWith } from '#server/ledger/paid-with.ts'
import { postAll } from '#server/ledger/post.ts'
import { writeRefunds } from '#server/ledger/write-refunds.ts'
import { issueCreditNotes } from '#server/receipts/issue-credit-notes.ts'
import { clawBackRewards } from '#server/rewards/credit-rewards.ts'

export interface RefundOrderRow extends PaidRow {
  payment_id: string | null
}

interface RefundOptions<Order extends RefundOrderRow> {
  /** Amount to return for an order: at most `refundableKobo`. */
  amountKobo: (order: Order) => bigint
  to: ReturnTo
  reason: 'left' | 'buy_failed' | 'buy_cancelled' | 'order_cancelled' | 'price_rose' | 'pack_not_filled'
  siteUrl: string
  /** Why the orders end, if it is not the reason of the refund. */
  endReason?: string
  /** Additional ledger lines of the same event, such as a charge. */
  more?: (order: Order) => LedgerLine[]
}

/** Returns the amount that was paid for an order and not returned yet. */
export const refundableKobo = ({ charged_kobo, returned_kobo }: PaidRow): bigint => charged_kobo - returned_kobo

/** Ends paid orders and starts their refunds. PEPS are returned at once, naira to their source. */
export async function refundOrders<Order extends RefundOrderRow>(
  tx: pg.PoolClient,
  orders: readonly Order[],
  { amountKobo, to, reason, endReason = END_REASONS[reason], more, siteUrl }: RefundOptions<Order>,
): Promise<void> {
  if (orders.length === 0) return
  const refunds = orders.map((order) => {
    const refundId = crypto.randomUUID()
    const amount = amountKobo(order)
    const { lines } = returnLines(paidWith(order), { amountKobo: amount, to, refundId })
    const owed = kindKobo(lines, 'return_owed')
    return {
      order,
      refundId,
      amount,
      owed,
      journal: journal(`${reason}:${order.id}`, [...lines, ...(more?.(order) ?? [])]),
    }
  })
  const requests = refunds.map(({ order, refundId, owed }) => ({
    refundId,
    orderId: order.id,
    paymentId: order.payment_id,
    amountKobo: owed,
  }))
  const splitCredits = await writeRefunds(tx, requests, { reason })
  await postAll(
    tx,
    refunds.map((one) => splitCredits(one.journal)),
  )
  for (const group of onePerPerson(refunds)) {
    await tx.query(
      `update public.orders o set status = 'refunding', returned_kobo = o.returned_kobo + g.amount, ended_at = coalesce(o.ended_at, clock_timestamp()), end_reason = $3
       from unnest($1::uuid[], $2::bigint[]) as g (id, amount) where o.id = g.id`,
      [group.map(({ order }) => order.id), group.map(({ amount }) => amount), endReason],
    )
  }
  await issueCreditNotes(
    tx,
    refunds.map(({ order, amount }) => ({ orderId: order.id, amountKobo: amount })),
    { cause: reason, reason: endReason },
  )
  await clawBackRewards(tx, { orderIds: refunds.map(({ order }) => order.id), siteUrl })
}

/**
 * Groups refunds so that a group has one order per person. The counters look for a person's other orders after each
 * statement: two orders that end in the same statement would each remove the person.
 */
function onePerPerson<Refund extends { order: RefundOrderRow }>(refunds: readonly Refund[]): Refund[][] {
  const groups: Refund[][] = []
  const seen = new Map<string, number>()
  for (const one of refunds) {
    const index = seen.get(one.order.user_id) ?? 0
    seen.set(one.order.user_id, index + 1)
    const group = groups[index]
    if (group) group.push(one)
    else groups.push([one])
  }
  return groups
}

const END_REASONS = {
  left: endReasons.left,
  buy_failed: endReasons.tooFewPaid,
  buy_cancelled: endReasons.buyCancelled,
  order_cancelled: endReasons.cancelled,
  price_rose: endReasons.priceRose,
  pack_not_filled: endReasons.packNotFilled,
}
