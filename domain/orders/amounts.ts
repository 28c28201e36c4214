// The amount columns of docs/decisions/0001. All figures in kobo; fees once per order, on goods, rounded down.
import { BUYER_FEE_BASIS_POINTS, REFERRAL_BASIS_POINTS, VENDOR_FEE_BASIS_POINTS } from '../limits.ts'
import { feeKobo } from '../money.ts'

/** Rates stand on the buy or order: an old order is never recomputed from today's settings. */
export interface FeeRates {
  buyerBasisPoints: number
  vendorBasisPoints: number
  referralBasisPoints: number
}

export const standardRates: FeeRates = {
  buyerBasisPoints: BUYER_FEE_BASIS_POINTS,
  vendorBasisPoints: VENDOR_FEE_BASIS_POINTS,
  referralBasisPoints: REFERRAL_BASIS_POINTS,
}

interface Charge {
  unitPriceKobo: bigint
  ceilingUnitPriceKobo: bigint
  quantity: number
  rates?: FeeRates
  deliveryFeeKobo?: bigint
  pepsKobo?: bigint
}

export interface OrderAmounts {
  /** `total_amount`: goods at the price now. */
  totalKobo: bigint
  /** Goods at the ceiling: what is charged before the fee. */
  chargedGoodsKobo: bigint
  feeKobo: bigint
  amountDueKobo: bigint
}

/** What an order owes from acceptance until it is paid. */
export function orderAmounts(charge: Charge): OrderAmounts {
  const quantity = BigInt(charge.quantity)
  const chargedGoodsKobo = charge.ceilingUnitPriceKobo * quantity
  const fee = feeKobo(chargedGoodsKobo, (charge.rates ?? standardRates).buyerBasisPoints)
  return {
    totalKobo: charge.unitPriceKobo * quantity,
    chargedGoodsKobo,
    feeKobo: fee,
    amountDueKobo: chargedGoodsKobo + fee + (charge.deliveryFeeKobo ?? 0n) - (charge.pepsKobo ?? 0n),
  }
}

interface Settlement {
  finalUnitPriceKobo: bigint
  ceilingUnitPriceKobo: bigint
  quantity: number
  hasReferrer: boolean
  rates?: FeeRates
}

interface SettledAmounts {
  goodsKobo: bigint
  feeKobo: bigint
  vendorFeeKobo: bigint
  /** Goods minus the rounded vendor fee, by subtraction. */
  vendorGetsKobo: bigint
  referralKobo: bigint
  /** What comes back to the buyer: the price difference and its share of the fee. */
  comesBackKobo: bigint
}

/** One final price for all (semantics.md 2). Collected = goods + fee + what comes back, to the kobo. */
export function settledAmounts(settlement: Settlement): SettledAmounts {
  const rates = settlement.rates ?? standardRates
  const quantity = BigInt(settlement.quantity)
  const goodsKobo = settlement.finalUnitPriceKobo * quantity
  const chargedKobo = settlement.ceilingUnitPriceKobo * quantity
  const fee = feeKobo(goodsKobo, rates.buyerBasisPoints)
  const vendorFeeKobo = feeKobo(goodsKobo, rates.vendorBasisPoints)
  return {
    goodsKobo,
    feeKobo: fee,
    vendorFeeKobo,
    vendorGetsKobo: goodsKobo - vendorFeeKobo,
    referralKobo: settlement.hasReferrer ? feeKobo(goodsKobo, rates.referralBasisPoints) : 0n,
    comesBackKobo: chargedKobo + feeKobo(chargedKobo, rates.buyerBasisPoints) - goodsKobo - fee,
  }
}
