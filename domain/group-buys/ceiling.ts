// The most a unit can cost (design.md 3, step 3; docs/decisions/0001, Amounts). The join writes it into the order, and
// screens show it beforehand.
import { leastKobo } from '../money.ts'
import { type Prices, priceAt } from './price-tiers.ts'

export interface CeilingFacts extends Prices {
  minParticipants: number
  /** Paid participants past free leaving. */
  lockedParticipants: number
  /** The person has paid for another order of this buy, and counts already: one more order makes no more people. */
  hasPaid?: boolean
}

/** Kobo per unit charged at payment: the highest price at which a successful buy can still settle. */
export function ceilingPriceKobo(facts: CeilingFacts): bigint {
  const { minParticipants, lockedParticipants, hasPaid = false, ...prices } = facts
  return priceAt(prices, Math.max(minParticipants, lockedParticipants + (hasPaid ? 0 : 1)))
}

/** The ceiling for a person who may have an unpaid order: once promised it may be lowered, never raised. */
export function promisedCeilingKobo(buy: CeilingFacts, pending: { ceilingUnitPriceKobo: bigint } | null): bigint {
  const ceilingNow = ceilingPriceKobo(buy)
  return pending ? leastKobo(pending.ceilingUnitPriceKobo, ceilingNow) : ceilingNow
}
