// The amounts of docs/decisions/0001. Whole kobo; a demo order stays far below what a number holds exactly.

/** Naira; thresholds rising, prices falling. */
export interface Tier {
  participants: number
  price: number
}

/** Naira per unit at a count of people. */
export function priceAt(buy: { basePrice: number; tiers: readonly Tier[] }, participants: number): number {
  return buy.tiers.findLast((tier) => tier.participants <= participants)?.price ?? buy.basePrice
}

export function fee(amountKobo: number, basisPoints: number): number {
  return Math.floor((amountKobo * basisPoints) / 10_000)
}

export const BUYER_FEE = 250
export const VENDOR_FEE = 500
export const REFERRAL = 50

export function kobo(naira: number): number {
  return Math.round(naira * 100)
}
