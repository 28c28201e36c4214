// Maximum price per unit (design.md 3, step 3; docs/amounts-and-figures.md). Joining writes it to the order; screens
// show it in advance.
import { minKobo } from '#domain/money.ts'
import { type Prices, priceAt } from './price-tiers.ts'

export interface CeilingFacts extends Prices {
  minParticipants: number
  /** Paid participants past free leaving. */
  lockedParticipants: number
  /** The buyer has already paid for another order in this buy, so a further order adds no participant. */
  hasPaid?: boolean
}

/** Price per unit charged at payment, in kobo: the highest price at which a successful buy can still settle. */
export function ceilingPriceKobo(facts: CeilingFacts): bigint {
  const { minParticipants, lockedParticipants, hasPaid = false, ...prices } = facts
  return priceAt(prices, Math.max(minParticipants, lockedParticipants + (hasPaid ? 0 : 1)))
}

/** The ceiling for a buyer with or without an unpaid order: once promised, it may fall but never rise. */
export function promisedCeilingKobo(buy: CeilingFacts, pending: { ceilingUnitPriceKobo: bigint } | null): bigint {
  const ceilingNow = ceilingPriceKobo(buy)
  return pending ? minKobo(pending.ceilingUnitPriceKobo, ceilingNow) : ceilingNow
}
