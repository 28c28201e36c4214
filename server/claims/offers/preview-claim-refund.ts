import { checkFields, optional, uuid, wholeNumber } from '#domain/forms/validation.ts'
import { minKobo, nairaToKobo } from '#domain/money.ts'
import { lostShareKobo } from '#domain/payments/handing-over.ts'
import { isRefusal, refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { planPartialRefund, readRefundableOrders } from '#server/refunds/partial-refunds.ts'
import { lockClaim } from '../read-claim.ts'

/** Shows what a refund for a claim would move, by the plan that carries it out. Writes nothing. */
export const previewClaimRefund: Command<'preview-claim-refund'> = {
  name: 'preview-claim-refund',
  who: 'signed-in',
  personal: true,
  limit: { tries: 60, ...PER_MINUTE },
  fields: ['claim_id', 'goods_kobo'],
  check: (raw) =>
    checkFields(raw, {
      claim_id: uuid('Claim'),
      goods_kobo: optional(wholeNumber({ label: 'Goods', min: 1, max: 99_999_999_999_999 })),
    }),
  async run({ input, caller, tx }) {
    const claim = await lockClaim(tx, { claimId: input.claim_id, personId: caller.userId })
    if (!claim?.side) return refuse('claim_not_found')
    const row = (await readRefundableOrders(tx, [claim.order_id])).get(claim.order_id)
    if (!row) return refuse('claim_not_found')
    const mostKobo = minKobo(claim.requested_kobo, claim.worth_kobo)
    const goodsKobo = input.goods_kobo === null ? mostKobo : minKobo(BigInt(input.goods_kobo), mostKobo)
    if (goodsKobo === 0n)
      return { goods_kobo: 0, fee_kobo: 0, delivery_kobo: 0, returned_kobo: 0, shop_loses_kobo: loss(claim.side, 0n) }
    const part = planPartialRefund({ row, goodsKobo, handOverId: claim.hand_over_id }, { payer: 'vendor' })
    if (isRefusal(part)) return part
    const heldKobo = goodsKobo - part.earnedGoodsKobo
    const leftKobo = nairaToKobo(row.total_amount) - row.held_goods_back - row.earned_goods_back
    const shopLosesKobo =
      lostShareKobo({ leftKobo, goodsKobo: heldKobo, vendorFeeBasisPoints: row.vendor_fee_bps }) + part.vendorKobo
    return {
      goods_kobo: Number(goodsKobo),
      fee_kobo: Number(part.feeKobo),
      delivery_kobo: Number(part.deliveryKobo),
      returned_kobo: Number(part.returnedKobo),
      shop_loses_kobo: loss(claim.side, shopLosesKobo),
    }
  },
}

const loss = (side: 'buyer' | 'vendor', kobo: bigint) => (side === 'vendor' ? Number(kobo) : null)
