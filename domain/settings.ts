// Rates that the chief may change on a day to come. What was agreed before keeps its own: a buy carries the rates it was
// published with, an order those it was placed with.
import { BUYER_FEE_BASIS_POINTS, REFERRAL_BASIS_POINTS, VENDOR_FEE_BASIS_POINTS } from './limits.ts'

/** The specification's figures: the first value of each setting, in basis points. */
export const standardSettings = {
  buyer_fee_bps: BUYER_FEE_BASIS_POINTS,
  vendor_fee_bps: VENDOR_FEE_BASIS_POINTS,
  referral_bps: REFERRAL_BASIS_POINTS,
} as const

export type RateSetting = keyof typeof standardSettings
