// The constants of the specification's section 9 as English phrases for the legal texts, which are not translated, so
// that no text can state a different number. text-figures.ts has them as values for translated texts,
// setting-figures.ts has the figures that chiefs can change.
import {
  DISPUTE_BUSINESS_DAYS,
  FREE_LEAVING_DAYS_BEFORE_CLOSE,
  PAYMENT_DUE_DAYS_BEFORE_SHARING,
  REFERRAL_CREDIT_HOURS,
  REWARD_NOTICE_DAYS,
  refundBusinessDays,
  STOCKPILE_DAYS,
  VENDOR_NOTICE_HOURS,
  VENDOR_ON_TIME_PERCENT,
} from '#domain/limits.ts'

export const figures = {
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
