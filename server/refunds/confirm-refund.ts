import type pg from 'pg'
import type { PartialRefund, Payer } from '#domain/payments/refunds/partial-refund.ts'
import { isRefusal, type Refusal, refuse } from '#domain/refusal.ts'
import { planPartialRefund, readRefundableOrders } from './partial-refunds.ts'

interface RefundToConfirm {
  orderId: string
  goodsKobo: bigint
  payer: Payer
  /** Goods of the order without refunds. */
  leftKobo: bigint
  /** The total refund that the person saw; null: not compared. */
  expectedKobo: number | null
  /** A further reason to refuse the refund. */
  fault?: (part: PartialRefund) => Refusal | null
}

/** Refuses with the full breakdown and its liability unless the amount that the person confirmed is still right. */
export async function confirmRefund(
  tx: pg.PoolClient,
  { orderId, goodsKobo, payer, leftKobo, expectedKobo, fault = () => null }: RefundToConfirm,
): Promise<Refusal | null> {
  const row = (await readRefundableOrders(tx, [orderId])).get(orderId)
  // An order whose price is not final is refused later, by the refund itself.
  if (!row?.is_final) return null
  const part = planPartialRefund({ row, goodsKobo }, { payer })
  if (isRefusal(part)) return part
  const refusal = fault(part)
  if (refusal) return refusal
  if (expectedKobo === null || part.returnedKobo === BigInt(expectedKobo)) return null
  return refuse('refund_to_confirm', {
    details: {
      returned_kobo: Number(part.returnedKobo),
      fee_kobo: Number(part.feeKobo),
      delivery_kobo: Number(part.deliveryKobo),
      refund_kobo: Number(part.refundKobo),
      left_kobo: Number(leftKobo - goodsKobo),
      held_kobo: Number(goodsKobo - part.earnedGoodsKobo),
      vendor_kobo: Number(part.vendorKobo),
      vendor_fee_kobo: Number(part.vendorFeeKobo),
      loss_kobo: Number(part.lossKobo),
    },
  })
}
