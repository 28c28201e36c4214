import type pg from 'pg'
import { koboToNaira, minKobo, nairaToKobo } from '#domain/money.ts'
import { journal } from '#domain/payments/movements.ts'
import type { ReturnTo } from '#domain/payments/refunds/returning.ts'
import { feeReductionLines } from '#domain/payments/settling/fee-change.ts'
import { costOfStaying } from '#domain/price-rises/answering.ts'
import { type PaidLaterRow, paidWith, REFUNDED_KOBO } from '#server/ledger/paid-with.ts'
import { post } from '#server/ledger/post.ts'
import { writeRefunds } from '#server/ledger/write-refunds.ts'
import { queueSystemMail } from '#server/notices/queue-system-mail.ts'
import type { Rise } from './rise.ts'

const BATCH_SIZE = 100

/**
 * Gives the old ceiling back to people who had agreed before their shop withdrew, with what they paid above it. An
 * order that is being paid waits until that has ended; until then the buy does not settle.
 */
export async function returnBatch(tx: pg.PoolClient, { id, siteUrl }: Rise): Promise<boolean> {
  const { rows } = await tx.query<AgreedOrderRow>(
    `select o.id, o.user_id, o.order_no::integer, rights.email_of(o.user_id) as email, o.status, o.is_live, o.quantity, o.buyer_fee_bps, o.ceiling_unit_price, a.former_ceiling_price,
       o.charged_kobo, o.peps_kobo, o.returned_kobo, ${REFUNDED_KOBO} as refunded_kobo, o.payment_id, o.return_to, g.product_name
     from public.price_answers a join public.orders o on o.id = a.order_id join public.group_buys g on g.id = o.group_buy_id join public.price_rises r on r.id = a.price_rise_id
     where r.id = $1 and r.status = 'withdrawn' and a.answer = 'stay' and a.returned_at is null and a.former_ceiling_price is not null and o.ceiling_unit_price is not null
       and not public.is_being_paid(o.id)
     order by o.id limit ${BATCH_SIZE} for update of o`,
    [id],
  )
  for (const order of rows) if (order.is_live) await returnDifference(tx, order, siteUrl)
  await tx.query(
    'update public.price_answers set returned_at = clock_timestamp() where price_rise_id = $1 and order_id = any ($2::uuid[])',
    [id, rows.map((order) => order.id)],
  )
  if (rows.length === BATCH_SIZE) return true
  await tx.query(
    `update public.price_rises r set finished_at = clock_timestamp() where id = $1 and status = 'withdrawn' and finished_at is null
       and not exists (select from public.price_answers a where a.price_rise_id = r.id and a.answer = 'stay' and a.returned_at is null)`,
    [id],
  )
  return false
}

async function returnDifference(tx: pg.PoolClient, order: AgreedOrderRow, siteUrl: string): Promise<void> {
  const currentKobo = nairaToKobo(order.ceiling_unit_price)
  const ceilingKobo = minKobo(currentKobo, nairaToKobo(order.former_ceiling_price))
  const orderTerms = { quantity: order.quantity, buyerBasisPoints: order.buyer_fee_bps }
  const { moreKobo } = costOfStaying({ ...orderTerms, ceilingKobo, raisedCeilingKobo: currentKobo })
  const { feeKobo } = costOfStaying({ ...orderTerms, ceilingKobo: currentKobo, raisedCeilingKobo: ceilingKobo })
  const isPaid = order.status !== 'pending'
  const backTo = isPaid && moreKobo > 0n ? await refundDifference(tx, order, moreKobo) : 'peps'
  if (moreKobo > 0n)
    await tx.query(
      `update public.orders set ceiling_unit_price = $2, fee_kobo = $3, amount_due_kobo = amount_due_kobo - $4, returned_kobo = returned_kobo + $5 where id = $1`,
      [order.id, koboToNaira(ceilingKobo), feeKobo, isPaid ? 0n : moreKobo, isPaid ? moreKobo : 0n],
    )
  await queueSystemMail(tx, 'price-rise-withdrawn', {
    to: order.email,
    person: order.user_id,
    siteUrl,
    facts: {
      orderId: order.id,
      orderNo: order.order_no,
      product: order.product_name,
      backKobo: isPaid ? moreKobo : 0n,
      backTo,
    },
  })
}

/** PEPS are returned first, as PEPS; naira as the buyer chose, else by the amount. */
async function refundDifference(tx: pg.PoolClient, order: AgreedOrderRow, amountKobo: bigint): Promise<ReturnTo> {
  const refundId = crypto.randomUUID()
  const { lines, refundKobo } = feeReductionLines(paidWith(order), { amountKobo, returnTo: order.return_to, refundId })
  const request = { refundId, orderId: order.id, paymentId: order.payment_id, amountKobo: refundKobo }
  const splitCredits = await writeRefunds(tx, [request], { reason: 'price_rise_withdrawn' })
  await post(tx, splitCredits(journal(`price-rise-withdrawn:${order.id}`, lines)))
  return refundKobo > 0n ? 'source' : 'peps'
}

interface AgreedOrderRow extends PaidLaterRow {
  order_no: number
  email: string | null
  status: string
  is_live: boolean
  quantity: number
  buyer_fee_bps: number
  ceiling_unit_price: string
  former_ceiling_price: string
  payment_id: string | null
  return_to: ReturnTo | null
  product_name: string
}
