// The amount columns of docs/amounts-and-figures.md, in kobo. Fees are charged once per order, on goods, rounded down.
import { BUYER_FEE_BASIS_POINTS, REFERRAL_BASIS_POINTS, VENDOR_FEE_BASIS_POINTS } from '#domain/limits.ts'
import { feeKobo } from '#domain/money.ts'

/** Rates are stored with the buy or order: old orders are never recalculated with current settings. */
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

interface ChargeInput {
  unitPriceKobo: bigint
  ceilingUnitPriceKobo: bigint
  quantity: number
  rates?: FeeRates
  deliveryFeeKobo?: bigint
  pepsKobo?: bigint
}

export interface OrderAmounts {
  /** `total_amount`: goods at the current price. */
  totalKobo: bigint
  /** Goods at the ceiling, charged before the fee. */
  chargedGoodsKobo: bigint
  feeKobo: bigint
  amountDueKobo: bigint
}

/** Amounts of an order from acceptance until it is paid. */
export function orderAmounts(charge: ChargeInput): OrderAmounts {
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

/** Cost in kobo of this quantity at a price, with the fee, without delivery. */
export function payAtPrice(
  { buyer_fee_bps }: { buyer_fee_bps: number },
  { priceKobo, quantity }: { priceKobo: bigint; quantity: number },
): bigint {
  const rates = { ...standardRates, buyerBasisPoints: buyer_fee_bps }
  return orderAmounts({ unitPriceKobo: priceKobo, ceilingUnitPriceKobo: priceKobo, quantity, rates }).amountDueKobo
}

interface SettlementInput {
  finalUnitPriceKobo: bigint
  ceilingUnitPriceKobo: bigint
  /** Units that were charged. */
  quantity: number
  /** Units that the buyer gets, at most those charged; default: all of them. */
  finalQuantity?: number
  hasReferrer: boolean
  rates?: FeeRates
}

interface SettledAmounts {
  goodsKobo: bigint
  feeKobo: bigint
  vendorFeeKobo: bigint
  /** Goods minus the rounded vendor fee. */
  vendorGetsKobo: bigint
  referralKobo: bigint
  /** Refund to the buyer: the difference of price and units, and its share of the fee. */
  comesBackKobo: bigint
}

/** Amounts at the final price, the same for all (semantics.md 2). Collected = goods + fee + refund, to the kobo. */
export function settledAmounts(settlement: SettlementInput): SettledAmounts {
  const rates = settlement.rates ?? standardRates
  const quantity = BigInt(settlement.quantity)
  const goodsKobo = settlement.finalUnitPriceKobo * BigInt(settlement.finalQuantity ?? settlement.quantity)
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
