// Rates that the chief may change with effect from a future day. Existing agreements keep their rates: a buy those it
// was published with, an order those it was placed with.
import { BUYER_FEE_BASIS_POINTS, REFERRAL_BASIS_POINTS, VENDOR_FEE_BASIS_POINTS } from '#domain/limits.ts'

/** Initial value of each rate, from the specification, in basis points. */
export const standardSettings = {
  buyer_fee_bps: BUYER_FEE_BASIS_POINTS,
  vendor_fee_bps: VENDOR_FEE_BASIS_POINTS,
  referral_bps: REFERRAL_BASIS_POINTS,
} as const

/** Initial value of each setting that public texts mention. */
export const namedSettings = {
  ...standardSettings,
  late_leave_charge_bps: 1000,
  pay_to_join_hold_minutes: 30,
} as const

export type NamedSetting = keyof typeof namedSettings

export type RateSetting = keyof typeof standardSettings

/** Names of rates in announcements of changes, by setting. */
export const rateNames = {
  buyer_fee_bps: /*i18n*/ 'the fee that buyers pay on goods',
  vendor_fee_bps: /*i18n*/ 'the fee that vendors pay on goods',
  referral_bps: /*i18n*/ 'the referral reward',
  late_leave_charge_bps: /*i18n*/ 'the charge for leaving a group buy late',
} as const

export type RateName = keyof typeof rateNames

export const isRate = (key: string): key is RateName => Object.hasOwn(rateNames, key)

/** "2.5%" from basis points. */
export const rateText = (basisPoints: number): string => `${basisPoints / 100}%`
