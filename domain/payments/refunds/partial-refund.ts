// Partial refunds after the price is final, for short or damaged goods (money.md 2, "refund after delivery").
import { feeRefundKobo, minKobo } from '#domain/money.ts'
import type { Refusal } from '#domain/refusal.ts'
import { refuseFrom } from '#domain/refusals/refuse-from.ts'
import { goodsRefundKobo, type SettledOrder } from '../handing-over.ts'
import type { LedgerLine } from '../movements.ts'
import { paymentRefusals } from '../refusals.ts'
import { rewardBackKobo } from '../rewarding.ts'
import { defaultReturnTo, type PaidWith, type ReturnTo } from './returning.ts'

const refuse = refuseFrom(paymentRefusals)

/** The party that bears the refund: the vendor, or the market by its own decision. */
export const PAYERS = ['vendor', 'market'] as const
export type Payer = (typeof PAYERS)[number]

/** An order's balances in the ledger. `givenBackKobo`: goods refunded before hand-over. */
export interface RefundableOrder extends SettledOrder, PaidWith {
  /** Fees earned on goods that were handed over. */
  buyerFeeEarnedKobo: bigint
  vendorFeeEarnedKobo: bigint
  /** Refunds after hand-over, with the vendor's share of them. */
  earnedBack: { goodsKobo: bigint; feeKobo: bigint; vendorGoodsKobo: bigint; vendorFeeKobo: bigint }
  returnTo: ReturnTo | null
  /** Referral reward of the whole order. */
  rewardKobo: bigint
}

interface PartialRefundRequest {
  goodsKobo: bigint
  payer: Payer
  /** Nothing was or will be delivered, so the delivery fee is refunded. */
  endsDelivery?: boolean
  /** The refund for the naira part, if any. */
  refundId: string
  /** The vendor's available balance. */
  vendorBalanceKobo: bigint
}

export interface PartialRefund {
  /** Total for the buyer: goods, their share of the fee, and the delivery fee if nothing is delivered at all. */
  returnedKobo: bigint
  feeKobo: bigint
  deliveryKobo: bigint
  /** Parts of goods and fee that had been earned by hand-over. */
  earnedGoodsKobo: bigint
  earnedFeeKobo: bigint
  vendorKobo: bigint
  vendorFeeKobo: bigint
  lossKobo: bigint
  /** Part of the referrer's reward to take back. */
  rewardKobo: bigint
  /** Naira to be refunded to the source; the rest is returned as PEPS at once. */
  refundKobo: bigint
  lines: LedgerLine[]
  /** True if all goods of the order are refunded. */
  isAll: boolean
}

/**
 * Plans a partial refund: first from the money still held, then from the vendor's earnings, up to the vendor's balance.
 * The rest, and refunds that the market bears by its own decision, are the market's loss. All parts are cumulative, so
 * that any sequence of refunds returns exactly the goods and the fee.
 */
export function partialRefund(order: RefundableOrder, request: PartialRefundRequest): PartialRefund | Refusal {
  const heldKobo = order.goodsKobo - order.handedOverKobo - order.givenBackKobo
  const earnedLeftKobo = order.handedOverKobo - order.earnedBack.goodsKobo
  const { goodsKobo, payer } = request
  if (goodsKobo <= 0n || goodsKobo > heldKobo + earnedLeftKobo) return refuse('more_than_is_left')
  if (payer === 'market' && goodsKobo > earnedLeftKobo) return refuse('still_held')
  const fromHeldKobo = payer === 'market' ? 0n : minKobo(goodsKobo, heldKobo)
  const earned = earnedRefund(order, { ...request, goodsKobo: goodsKobo - fromHeldKobo })
  const isAll = goodsKobo === heldKobo + earnedLeftKobo
  const deliveryKobo = isAll || request.endsDelivery ? order.deliveryFeeKobo : 0n
  const heldPartKobo = (fromHeldKobo > 0n ? goodsRefundKobo(order, fromHeldKobo) : 0n) + deliveryKobo
  const returnedKobo = heldPartKobo + earned.goodsKobo + earned.feeKobo
  const before = order.givenBackKobo + order.earnedBack.goodsKobo
  return {
    returnedKobo,
    deliveryKobo,
    isAll,
    feeKobo: returnedKobo - deliveryKobo - goodsKobo,
    earnedGoodsKobo: earned.goodsKobo,
    earnedFeeKobo: earned.feeKobo,
    vendorKobo: earned.vendorKobo,
    vendorFeeKobo: earned.vendorFeeKobo,
    lossKobo: earned.lossKobo,
    rewardKobo: rewardBackKobo({
      rewardKobo: order.rewardKobo,
      goodsKobo: order.goodsKobo,
      givenBackBeforeKobo: before,
      givenBackAfterKobo: before + goodsKobo,
    }),
    ...refundLines(order, { heldPartKobo, earned, refundId: request.refundId }),
  }
}

interface EarnedRefund {
  goodsKobo: bigint
  feeKobo: bigint
  vendorKobo: bigint
  vendorFeeKobo: bigint
  lossKobo: bigint
}

function earnedRefund(
  order: RefundableOrder,
  { goodsKobo, payer, vendorBalanceKobo }: PartialRefundRequest,
): EarnedRefund {
  const { earnedBack, handedOverKobo } = order
  const feeKobo = feeStepKobo({
    feeKobo: order.buyerFeeEarnedKobo,
    goodsKobo: handedOverKobo,
    returnedKobo: earnedBack.feeKobo,
    refundedAfterKobo: earnedBack.goodsKobo + goodsKobo,
  })
  if (payer === 'market') return { goodsKobo, feeKobo, vendorKobo: 0n, vendorFeeKobo: 0n, lossKobo: goodsKobo }
  const vendorFeeKobo = feeStepKobo({
    feeKobo: order.vendorFeeEarnedKobo,
    goodsKobo: handedOverKobo,
    returnedKobo: earnedBack.vendorFeeKobo,
    refundedAfterKobo: earnedBack.vendorGoodsKobo + goodsKobo,
  })
  const oweKobo = goodsKobo - vendorFeeKobo
  const vendorKobo = minKobo(oweKobo, vendorBalanceKobo)
  return { goodsKobo, feeKobo, vendorKobo, vendorFeeKobo, lossKobo: oweKobo - vendorKobo }
}

interface FeeStep {
  feeKobo: bigint
  /** Goods on which the fee was earned. */
  goodsKobo: bigint
  /** Part of the fee refunded so far. */
  returnedKobo: bigint
  /** Total of refunded goods after this step. */
  refundedAfterKobo: bigint
}

/**
 * The fee of one step. More goods may have been handed over since the last one, so the refunded fee is passed in, not
 * calculated.
 */
function feeStepKobo({ feeKobo, goodsKobo, returnedKobo, refundedAfterKobo }: FeeStep): bigint {
  const dueKobo = feeRefundKobo({ orderFeeKobo: feeKobo, goodsKobo, refundedBeforeKobo: 0n, refundedAfterKobo })
  return dueKobo > returnedKobo ? dueKobo - returnedKobo : 0n
}

interface RefundSources {
  heldPartKobo: bigint
  earned: EarnedRefund
  refundId: string
}

/**
 * PEPS are returned first, as PEPS; naira as the buyer chose. Money that has left the order's account passes through
 * the refund's.
 */
function refundLines(
  order: RefundableOrder,
  { heldPartKobo, earned, refundId }: RefundSources,
): Pick<PartialRefund, 'lines' | 'refundKobo'> {
  const { orderId, buyerId, vendorId } = order
  const earnedKobo = earned.goodsKobo + earned.feeKobo
  const returnedKobo = heldPartKobo + earnedKobo
  const isPeps = (order.returnTo ?? defaultReturnTo(returnedKobo)) === 'peps'
  const pepsKobo = isPeps ? returnedKobo : minKobo(returnedKobo, order.pepsKobo - order.returnedPepsKobo)
  const heldAsPepsKobo = minKobo(pepsKobo, heldPartKobo)
  const all: LedgerLine[] = [
    { kind: 'returned_as_peps', debitOwner: orderId, creditOwner: buyerId, amountKobo: heldAsPepsKobo },
    { kind: 'return_owed', debitOwner: orderId, creditOwner: refundId, amountKobo: heldPartKobo - heldAsPepsKobo },
    { kind: 'vendor_return_owed', debitOwner: vendorId, creditOwner: refundId, amountKobo: earned.vendorKobo },
    { kind: 'vendor_fee_return_owed', creditOwner: refundId, amountKobo: earned.vendorFeeKobo },
    { kind: 'buyer_fee_return_owed', creditOwner: refundId, amountKobo: earned.feeKobo },
    { kind: 'loss_return_owed', creditOwner: refundId, amountKobo: earned.lossKobo },
    {
      kind: 'return_taken_as_peps',
      debitOwner: refundId,
      creditOwner: buyerId,
      amountKobo: pepsKobo - heldAsPepsKobo,
    },
  ]
  return { lines: all.filter(({ amountKobo }) => amountKobo > 0n), refundKobo: returnedKobo - pepsKobo }
}
