import { feeRefundKobo, minKobo, nairaToKobo } from '#domain/money.ts'
import { defaultReturnTo, type ReturnTo } from '#domain/payments/refunds/returning.ts'
import { claimedValueKobo } from './claiming.ts'

interface ClaimedPart {
  worthKobo: bigint
  /** Units that can be claimed, and those that are. */
  quantity: number
  claimed: number
}

interface OrderToClaim {
  fee_kobo: number
  total_amount: number
  returned_goods_kobo: number
  return_to: string | null
}

interface ClaimSum {
  goodsKobo: bigint
  feeKobo: bigint
  totalKobo: bigint
  to: ReturnTo
}

/** The money that comes back if a claim is upheld in full: the goods, at most `requestedKobo` of them, and their part of the fee. */
export function claimSum(order: OrderToClaim, parts: readonly ClaimedPart[], requestedKobo: bigint | null): ClaimSum {
  const worthKobo = parts.reduce((all, part) => all + claimedValueKobo(part, Math.min(part.claimed, part.quantity)), 0n)
  const goodsKobo = requestedKobo === null ? worthKobo : minKobo(requestedKobo, worthKobo)
  const allGoodsKobo = nairaToKobo(order.total_amount)
  const refundedBeforeKobo = BigInt(order.returned_goods_kobo)
  const feeKobo = feeRefundKobo({
    orderFeeKobo: BigInt(order.fee_kobo),
    goodsKobo: allGoodsKobo,
    refundedBeforeKobo,
    refundedAfterKobo: minKobo(allGoodsKobo, refundedBeforeKobo + goodsKobo),
  })
  const totalKobo = goodsKobo + feeKobo
  const chosen = order.return_to === 'peps' || order.return_to === 'source' ? order.return_to : null
  return { goodsKobo, feeKobo, totalKobo, to: chosen ?? defaultReturnTo(totalKobo) }
}
