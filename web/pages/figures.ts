// The constants of the specification's section 9 in words, so that no text can state a different number.
import {
  BUYER_FEE_BASIS_POINTS,
  DISPUTE_BUSINESS_DAYS,
  FREE_LEAVING_DAYS_BEFORE_CLOSE,
  PAYMENT_DUE_DAYS_BEFORE_SHARING,
  REFERRAL_BASIS_POINTS,
  REFERRAL_CREDIT_HOURS,
  REWARD_NOTICE_DAYS,
  refundBusinessDays,
  STOCKPILE_DAYS,
  VENDOR_FEE_BASIS_POINTS,
  VENDOR_NOTICE_HOURS,
  VENDOR_ON_TIME_PERCENT,
} from '#domain/limits.ts'

/** "2.5%" from 250 basis points. */
const percentText = (basisPoints: number): string => `${basisPoints / 100}%`

export const figures = {
  buyerFee: percentText(BUYER_FEE_BASIS_POINTS),
  vendorFee: percentText(VENDOR_FEE_BASIS_POINTS),
  vendorShare: percentText(10_000 - VENDOR_FEE_BASIS_POINTS),
  referralReward: percentText(REFERRAL_BASIS_POINTS),
  referralWithin: `${REFERRAL_CREDIT_HOURS} hours`,
  paymentDue: `${PAYMENT_DUE_DAYS_BEFORE_SHARING} days before the sharing day`,
  freeLeaving: `${FREE_LEAVING_DAYS_BEFORE_CLOSE} days before the purchase window closes`,
  refundTime: `${refundBusinessDays.least} to ${refundBusinessDays.most} business days`,
  disputeTime: `${DISPUTE_BUSINESS_DAYS} business days`,
  rewardNotice: `${REWARD_NOTICE_DAYS} days`,
  stockpile: `${STOCKPILE_DAYS / 7} weeks`,
  vendorOnTime: `${VENDOR_ON_TIME_PERCENT}%`,
  vendorNotice: `${VENDOR_NOTICE_HOURS} hours`,
} as const
