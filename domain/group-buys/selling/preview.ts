// The vendor's earnings from a group buy that is being written, by the number of people who pay.
import { feeKobo } from '#domain/money.ts'
import { priceLadder } from '../price/ladder.ts'
import type { Prices } from '../price/price-tiers.ts'
import { isSteep } from '../price/steep-price.ts'

interface PreviewFacts {
  prices: Prices
  minParticipants: number
  targetQuantity: number
  vendorFeeBasisPoints: number
}

export interface PreviewStep {
  /** Minimum number of participants for this price. */
  participants: number
  /** Price of one unit, the vendor's fee, and the rest for the vendor. */
  priceKobo: bigint
  feeKobo: bigint
  netKobo: bigint
  /** For the vendor, if the whole target is paid at this price. */
  targetNetKobo: bigint
  /** Far below the base price. */
  isSteep: boolean
}

export function previewEarnings(facts: PreviewFacts): PreviewStep[] {
  const { prices, minParticipants, targetQuantity, vendorFeeBasisPoints: rate } = facts
  return priceLadder(prices, { minParticipants, participants: 0, lockedParticipants: 0 }).map((step) => {
    const fee = feeKobo(step.priceKobo, rate)
    const goods = step.priceKobo * BigInt(targetQuantity)
    return {
      participants: step.participants,
      priceKobo: step.priceKobo,
      feeKobo: fee,
      netKobo: step.priceKobo - fee,
      targetNetKobo: goods - feeKobo(goods, rate),
      isSteep: isSteep(prices.basePriceKobo, step.priceKobo),
    }
  })
}
