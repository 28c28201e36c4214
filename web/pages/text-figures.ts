// The constants of the specification's section 9 as parameters of translated texts, so that no text can state a
// different number. figures.ts has them as English phrases.
import { brand } from '#domain/brand/brand.ts'
import {
  DISPUTE_BUSINESS_DAYS,
  FREE_LEAVING_DAYS_BEFORE_CLOSE,
  KOBO_PER_PEP,
  MINIMUM_AGE,
  PAYMENT_DUE_DAYS_BEFORE_SHARING,
  REFERRAL_CREDIT_HOURS,
  REWARD_NOTICE_DAYS,
  refundBusinessDays,
  STOCKPILE_DAYS,
  VENDOR_NOTICE_HOURS,
} from '#domain/limits.ts'
import { formatNaira } from '#domain/money.ts'
import { figures } from './figures.ts'

export const textFigures = {
  vendorOnTime: figures.vendorOnTime,
  brand: brand.name,
  onePep: formatNaira(KOBO_PER_PEP),
  minimumAge: MINIMUM_AGE,
  referralHours: REFERRAL_CREDIT_HOURS,
  paymentDueDays: PAYMENT_DUE_DAYS_BEFORE_SHARING,
  freeLeavingDays: FREE_LEAVING_DAYS_BEFORE_CLOSE,
  refundDaysLeast: refundBusinessDays.least,
  refundDaysMost: refundBusinessDays.most,
  disputeDays: DISPUTE_BUSINESS_DAYS,
  rewardNoticeDays: REWARD_NOTICE_DAYS,
  stockpileWeeks: STOCKPILE_DAYS / 7,
  vendorNoticeHours: VENDOR_NOTICE_HOURS,
} as const
