import type pg from 'pg'
import type { StartedPayment } from '#api/commands/payments.ts'
import { planDifference } from '#domain/payments/paying.ts'
import { isRefusal, type Refusal } from '#domain/refusal.ts'
import type { CommandContext } from '#server/command.ts'
import { issueReceipt } from '#server/receipts/issue-receipt.ts'
import {
  beginPayment,
  isSamePayment,
  readOpenPayments,
  readSpendablePeps,
  secondPaymentFault,
  toStartedPayment,
} from '../begin-payment.ts'
import { applyDifference } from './difference.ts'

interface DifferenceToPay {
  kind: 'delivery' | 'price'
  orderId: string
  userId: string
  differenceKobo: bigint
  pepsKobo: bigint
  /** Sum that was shown to the buyer. */
  expectedKobo: bigint
  hasRefund: boolean
  context: CommandContext
  /** Whether an open payment of the same sums pays for the same, such as that of another tab. */
  paysTheSame: (paymentId: string) => Promise<boolean>
  /** Drops what the buyer began to pay for before. */
  drop: () => Promise<void>
  /** Stores what this payment pays for. */
  store: (paymentId: string) => Promise<unknown>
}

/**
 * Begins the payment of a difference for a paid order, whose lock the caller holds: with PEPS alone it applies at once,
 * with naira once the gateway confirms it. A second tab shares the payment of the first.
 */
export async function beginDifference(
  tx: pg.PoolClient,
  { kind, orderId, userId, context, ...difference }: DifferenceToPay,
): Promise<StartedPayment | Refusal> {
  const { differenceKobo, pepsKobo, expectedKobo, hasRefund } = difference
  const former = await readOpenPayments(tx, { orderIds: [orderId], userId })
  const request = { order_ids: [orderId], peps_kobo: Number(pepsKobo), expected_kobo: Number(expectedKobo) }
  const existing = former.find((one) => isSamePayment(one, request))
  if (existing && (await difference.paysTheSame(existing.id))) return toStartedPayment(existing)
  const second = secondPaymentFault(former)
  if (second) return second
  await difference.drop()
  const { kobo: balanceKobo } = await readSpendablePeps(tx, userId)
  const plan = planDifference({ orderId, differenceKobo, pepsKobo, expectedKobo, balanceKobo, hasRefund })
  if (isRefusal(plan)) return plan
  const payment = await beginPayment(tx, { plan, userId, context })
  const { payment_id: paymentId } = payment
  await difference.store(paymentId)
  if (payment.status === 'succeeded') {
    const paid = { paymentId, nairaKobo: 0n, pepsKobo: plan.pepsKobo, siteUrl: context.siteUrl }
    await applyDifference(tx, kind, paid)
    await issueReceipt(tx, paymentId)
  }
  return payment
}
