// Computed values of a card (specification 9): discount, progress, days left (calendar.ts), places left, joinable.
import { percent } from '#domain/money.ts'

/** (base price - price) / base price, in whole percent, rounded to the nearest. */
export function discountPercent(basePriceKobo: bigint, priceKobo: bigint): number {
  return percent(basePriceKobo - priceKobo, basePriceKobo)
}

/** current_participants / min_participants x 100, rounded; may exceed 100. */
export function progressPercent(currentParticipants: number, minParticipants: number): number {
  return percent(currentParticipants, Math.max(1, minParticipants))
}

/** max_participants - current_participants, or "Unlimited". */
export function spotsLeft(maxParticipants: number | null, currentParticipants: number): number | 'Unlimited' {
  return maxParticipants === null ? /*i18n*/ 'Unlimited' : Math.max(0, maxParticipants - currentParticipants)
}

/** Units still available. */
export function unitsLeft(targetQuantity: number, currentQuantity: number): number {
  return Math.max(0, targetQuantity - currentQuantity)
}

/** Active and before end_date; computed, never stored. A full buy is joinable too, with 0 places left. */
export function isJoinable(buy: { status: string; endDate: Date }, now: Date): boolean {
  return buy.status === 'active' && now < buy.endDate
}

/**
 * Attributes of the quantity field: min and max of the product, max only if set, default min or 1 (specification 2).
 */
export function quantityField(limits: { minQuantity: number | null; maxQuantity: number | null }) {
  const min = limits.minQuantity ?? 1
  return { min, max: limits.maxQuantity, initial: min }
}
