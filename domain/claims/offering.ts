// Rules for a vendor's offer on a claim: a part of the money, or a replacement where money was asked for.

import { isDivisible } from '#domain/products/units.ts'
import { isRefusal, type Refusal } from '#domain/refusal.ts'
import { refuseFrom } from '#domain/refusals/refuse-from.ts'
import type { PreferredOutcome } from './claiming.ts'
import { claimRefusals } from './refusals.ts'

const refuse = refuseFrom(claimRefusals)

export const MAX_OFFERS = 3

interface OfferedPart {
  outcome: PreferredOutcome
  /** Either an amount of goods in kobo or a number of units, for a refund. */
  goodsKobo: bigint | null
  units: number | null
}

interface ClaimToOffer {
  preferredOutcome: PreferredOutcome
  requestedKobo: bigint
  /** The part of the claimed goods that is still refundable. */
  worthKobo: bigint
  /** The claimed goods, with the exact number of units. */
  lines: readonly { quantity: number; unit: string }[]
  offers: number
}

/**
 * The amount of an offer in kobo, 0 for a replacement; or the refusal. `public.guard_claim_offer` and the constraint
 * `offer_is_a_part` hold the same bounds.
 */
export function decideOffer(claim: ClaimToOffer, offer: OfferedPart): bigint | Refusal {
  if (claim.offers >= MAX_OFFERS) return refuse('offers_spent')
  if (offer.outcome === 'replacement') return claim.preferredOutcome === 'replacement' ? refuse('offer_is_request') : 0n
  const kobo = offer.units === null ? offer.goodsKobo : unitsKobo(claim, offer.units)
  if (isRefusal(kobo)) return kobo
  if (kobo === null || kobo <= 0n || kobo >= claim.requestedKobo) return refuse('offer_exceeds_claim')
  return kobo > claim.worthKobo ? refuse('offer_exceeds_left') : kobo
}

/** The claimed amount in proportion to the units, in tenths, rounded up in the buyer's favour. */
function unitsKobo({ lines, requestedKobo }: ClaimToOffer, units: number): bigint | Refusal {
  const [line, ...others] = lines
  if (!line || others.length > 0) return refuse('offer_units_unclear')
  const isWhole = Number.isInteger(units) || isDivisible(line.unit)
  if (!(units > 0 && units < line.quantity && isWhole)) return refuse('offer_units_wrong')
  const allTenths = BigInt(Math.round(line.quantity * 10))
  return (requestedKobo * BigInt(Math.round(units * 10)) + allTenths - 1n) / allTenths
}
