// Partial refund once its price is final: goods came short or damaged (money.md 2, "refund after delivery").
import { feeBackKobo, leastKobo } from '../money.ts'
import { type Refusal, refuse } from '../refusal.ts'
import { goodsBackKobo, type SettledOrder } from './handing-over.ts'
import type { Line } from './movements.ts'
import { type PaidWith, type ReturnTo, usualReturn } from './returning.ts'
import { rewardBackKobo } from './rewarding.ts'

/** Who bears it: the vendor, or the market by its own decision. */
export const PAYERS = ['vendor', 'market'] as const
export type Payer = (typeof PAYERS)[number]

/** An order as the ledger has it. `givenBackKobo`: goods that came back before they were handed over. */
export interface OrderToReduce extends SettledOrder, PaidWith {
  /** Fees earned with the goods that were handed over. */
  buyerFeeEarnedKobo: bigint
  vendorFeeEarnedKobo: bigint
  /** What came back of goods after they were handed over, and who paid for it. */
  earnedBack: { goodsKobo: bigint; feeKobo: bigint; vendorGoodsKobo: bigint; vendorFeeKobo: bigint }
  returnTo: ReturnTo | null
  /** Reward of the whole order. */
  rewardKobo: bigint
}

interface PartialRefundRequest {
  goodsKobo: bigint
  payer: Payer
  /** After it nothing is left to be delivered, and nothing was: the fee for it comes back. */
  endsDelivery?: boolean
  /** Of the refund that carries naira back, if there are any. */
  refundId: string
  /** What the vendor has and could pay with. */
  vendorBalanceKobo: bigint
}

export interface PartBack {
  /** All that the buyer gets: goods, their part of the fee, and delivery where nothing is delivered at all. */
  backKobo: bigint
  feeKobo: bigint
  deliveryKobo: bigint
  /** Of goods and fee, what had been earned by hand-over. */
  earnedGoodsKobo: bigint
  earnedFeeKobo: bigint
  vendorKobo: bigint
  vendorFeeKobo: bigint
  lossKobo: bigint
  /** Of the referrer's reward, what goes with these goods. */
  rewardKobo: bigint
  /** Naira on their way to the source; the rest is PEPS, at once. */
  refundKobo: bigint
  lines: Line[]
  /** Nothing of the order's goods is left. */
  isAll: boolean
}

/**
 * What is still held comes back first; then what the vendor has earned, from what the vendor has. What is no longer there, and
 * what the market takes upon itself, is the market's loss. Cumulative in every part, so that any chain of steps returns exactly
 * the goods and the fee.
 */
export function partBack(order: OrderToReduce, wish: PartialRefundRequest): PartBack | Refusal {
  const heldKobo = order.goodsKobo - order.handedOverKobo - order.givenBackKobo
  const earnedLeftKobo = order.handedOverKobo - order.earnedBack.goodsKobo
  const { goodsKobo, payer } = wish
  if (goodsKobo <= 0n || goodsKobo > heldKobo + earnedLeftKobo) return refuse('more_than_is_left')
  if (payer === 'market' && goodsKobo > earnedLeftKobo) return refuse('still_held')
  const fromHeldKobo = payer === 'market' ? 0n : leastKobo(goodsKobo, heldKobo)
  const earned = earnedRefund(order, { ...wish, goodsKobo: goodsKobo - fromHeldKobo })
  const isAll = goodsKobo === heldKobo + earnedLeftKobo
  const deliveryKobo = isAll || wish.endsDelivery ? order.deliveryFeeKobo : 0n
  const heldPartKobo = (fromHeldKobo > 0n ? goodsBackKobo(order, fromHeldKobo) : 0n) + deliveryKobo
  const backKobo = heldPartKobo + earned.goodsKobo + earned.feeKobo
  const before = order.givenBackKobo + order.earnedBack.goodsKobo
  return {
    backKobo,
    deliveryKobo,
    isAll,
    feeKobo: backKobo - deliveryKobo - goodsKobo,
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
    ...refundLines(order, { heldPartKobo, earned, refundId: wish.refundId }),
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
  order: OrderToReduce,
  { goodsKobo, payer, vendorBalanceKobo }: PartialRefundRequest,
): EarnedRefund {
  const { earnedBack, handedOverKobo } = order
  const feeKobo = feeStepKobo({
    whole: order.buyerFeeEarnedKobo,
    of: handedOverKobo,
    returned: earnedBack.feeKobo,
    after: earnedBack.goodsKobo + goodsKobo,
  })
  if (payer === 'market') return { goodsKobo, feeKobo, vendorKobo: 0n, vendorFeeKobo: 0n, lossKobo: goodsKobo }
  const vendorFeeKobo = feeStepKobo({
    whole: order.vendorFeeEarnedKobo,
    of: handedOverKobo,
    returned: earnedBack.vendorFeeKobo,
    after: earnedBack.vendorGoodsKobo + goodsKobo,
  })
  const oweKobo = goodsKobo - vendorFeeKobo
  const vendorKobo = leastKobo(oweKobo, vendorBalanceKobo)
  return { goodsKobo, feeKobo, vendorKobo, vendorFeeKobo, lossKobo: oweKobo - vendorKobo }
}

interface FeeStep {
  /** A fee, the goods it was earned on, and what of it has come back. */
  whole: bigint
  of: bigint
  returned: bigint
  after: bigint
}

/** More may have been handed over since the last step, so what has come back is counted and not computed. */
function feeStepKobo({ whole, of, returned, after }: FeeStep): bigint {
  const due = feeBackKobo({ orderFeeKobo: whole, goodsKobo: of, refundedBeforeKobo: 0n, refundedAfterKobo: after })
  return due > returned ? due - returned : 0n
}

interface RefundSources {
  heldPartKobo: bigint
  earned: EarnedRefund
  refundId: string
}

/** PEPS first, as PEPS; naira as the buyer chose. What has left the order's account travels by the refund's. */
function refundLines(
  order: OrderToReduce,
  { heldPartKobo, earned, refundId }: RefundSources,
): Pick<PartBack, 'lines' | 'refundKobo'> {
  const { orderId, buyerId, vendorId } = order
  const earnedKobo = earned.goodsKobo + earned.feeKobo
  const backKobo = heldPartKobo + earnedKobo
  const isPeps = (order.returnTo ?? usualReturn(backKobo)) === 'peps'
  const pepsKobo = isPeps ? backKobo : leastKobo(backKobo, order.pepsKobo - order.returnedPepsKobo)
  const heldAsPepsKobo = leastKobo(pepsKobo, heldPartKobo)
  const all: Line[] = [
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
  return { lines: all.filter(({ amountKobo }) => amountKobo > 0n), refundKobo: backKobo - pepsKobo }
}
