import { nairaToKobo } from '#domain/money.ts'
import { shortfallCost } from '#domain/packing/shortfall.ts'
import { isRefusal } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { planPartialRefund } from '#server/refunds/partial-refunds.ts'
import { checkShortfall, planShortfall, SHORTFALL_FIELDS } from './plan-shortfall.ts'

/**
 * Shows what `enter-shortfall` would do with the same input, with the plan of the refunds that carry it out. The shop alone
 * sees what it loses.
 */
export const previewShortfall: Command<'preview-shortfall'> = {
  name: 'preview-shortfall',
  who: 'signed-in',
  limit: { tries: 60, ...PER_MINUTE },
  fields: SHORTFALL_FIELDS,
  check: checkShortfall,
  async run({ input, caller, tx }) {
    const plan = await planShortfall(tx, input, caller.userId)
    if (isRefusal(plan)) return plan
    const goods = new Map<string, bigint>()
    for (const { orderId, goodsKobo } of plan.shares) goods.set(orderId, (goods.get(orderId) ?? 0n) + goodsKobo)
    const parts = []
    for (const [orderId, goodsKobo] of goods) {
      const row = plan.rows.get(orderId)
      if (!row) continue
      const part = planPartialRefund({ row, goodsKobo }, { payer: 'vendor' })
      if (isRefusal(part)) return part
      parts.push({
        ...part,
        goodsKobo,
        buyerId: row.user_id,
        vendorFeeBasisPoints: row.vendor_fee_bps,
        leftKobo:
          nairaToKobo(row.total_amount) -
          row.held_goods_back -
          row.earned_goods_back -
          (plan.reserved.get(orderId) ?? 0n),
      })
    }
    const cost = shortfallCost(plan.shares, parts)
    return {
      orders: plan.orders,
      people: new Set(parts.map(({ buyerId }) => buyerId)).size,
      shares: cost.shares,
      goods_kobo: Number(plan.goodsKobo),
      fee_kobo: Number(cost.feeKobo),
      delivery_kobo: Number(cost.deliveryKobo),
      returned_kobo: Number(cost.returnedKobo),
      shop_loses_kobo: plan.subject.by_shop ? Number(cost.shopLosesKobo) : null,
      by_vendor: Number(plan.vendorThousandths / 1000n),
      by_hub: Number(plan.hubThousandths / 1000n),
      waits: plan.waits,
      minutes: plan.waits ? 0 : plan.subject.correct_minutes,
    }
  },
}
