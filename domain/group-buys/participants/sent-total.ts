// POST /rest/v1/orders has `total_amount`, with or without a quantity (design.md 7). The total is only compared, not
// stored: it may exceed the correct one, because the price may have fallen in the meantime.
import { koboToNaira } from '#domain/money.ts'
import { orderRefusals } from '#domain/orders/refusals.ts'
import type { Refusal } from '#domain/refusal.ts'
import { refuseFrom } from '#domain/refusals/refuse-from.ts'
import { type Prices, priceAt } from '../price/price-tiers.ts'
import { limitFault } from './joining.ts'

const refuse = refuseFrom(orderRefusals)

interface PricedBuy extends Prices {
  currentParticipants: number
  minQuantity: number
  maxQuantity: number | null
}

/**
 * Quantity derived from a total without a quantity: total divided by the price before this join, if whole and within
 * the limits.
 */
export function impliedQuantity(totalKobo: bigint, buy: PricedBuy): number | Refusal {
  const priceKobo = priceAt(buy, buy.currentParticipants)
  const details = {
    unit_price: koboToNaira(priceKobo),
    min_quantity: buy.minQuantity,
    max_quantity: buy.maxQuantity,
  }
  if (totalKobo <= 0n || totalKobo % priceKobo !== 0n) return refuse('total_mismatch', { details })
  const quantity = totalKobo / priceKobo
  if (quantity > 1_000_000_000n) return refuse('total_mismatch', { details })
  const limited = limitFault(buy, Number(quantity))
  if (!limited) return Number(quantity)
  return refuse('total_mismatch', { message: limited.message, details: { ...details, quantity: Number(quantity) } })
}

/** Null if the submitted total covers the correct one. Both in kobo, for the quantity of this join. */
export function sentTotalFault(sentKobo: bigint, right: { unitPriceKobo: bigint; quantity: number }): Refusal | null {
  const rightKobo = right.unitPriceKobo * BigInt(right.quantity)
  if (sentKobo >= rightKobo) return null
  return refuse('total_mismatch', {
    details: {
      unit_price: koboToNaira(right.unitPriceKobo),
      quantity: right.quantity,
      total_amount: koboToNaira(rightKobo),
    },
  })
}
