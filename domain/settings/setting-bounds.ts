// Bounds of each setting (design.md 9, "Rates have bounds of law"). `public.setting_bounds` holds the same rows, and a
// test compares the two.
import { feeKobo, formatNaira } from '#domain/money.ts'
import { type RateName, rateText } from './settings.ts'

interface SettingBounds {
  least: number
  most: number
  /** Direction of changes that loosen a limit on what one person may do alone. */
  loosens?: 'up' | 'down'
}

/**
 * In the unit of each setting: basis points, minutes, naira, days, or a count. The opening day is a date and has no
 * bounds.
 */
export const settingBounds = {
  buyer_fee_bps: { least: 0, most: 250 },
  vendor_fee_bps: { least: 0, most: 500 },
  referral_bps: { least: 0, most: 100 },
  late_leave_charge_bps: { least: 0, most: 2000 },
  price_rise_bps: { least: 0, most: 5000 },
  resale_handling_bps: { least: 0, most: 2500 },
  vat_bps: { least: 0, most: 1500 },
  bulk_hold_minutes: { least: 10, most: 1440 },
  pay_to_join_hold_minutes: { least: 10, most: 1440 },
  unpaid_new_orders: { least: 1, most: 100 },
  unpaid_new_naira: { least: 1_000, most: 10_000_000 },
  unpaid_known_after: { least: 0, most: 1000 },
  unpaid_known_orders: { least: 1, most: 1000 },
  unpaid_known_naira: { least: 1_000, most: 100_000_000 },
  unpaid_verified_orders: { least: 1, most: 10_000 },
  unpaid_verified_naira: { least: 1_000, most: 1_000_000_000 },
  unpaid_share_percent: { least: 1, most: 100 },
  unpaid_new_share_percent: { least: 10, most: 100 },
  unpaid_lapses: { least: 1, most: 1000 },
  unpaid_lapse_days: { least: 1, most: 3650 },
  payout_least_naira: { least: 100, most: 1_000_000 },
  payout_weekday: { least: 1, most: 7 },
  claim_appeal_days: { least: 1, most: 20 },
  lot_claims_least: { least: 2, most: 1000 },
  lot_claims_percent: { least: 1, most: 100 },
  notice_retention_days: { least: 7, most: 3650 },
  text_messages_naira_a_day: { least: 0, most: 10_000_000 },
  text_messages_a_day_each: { least: 1, most: 50 },
  books_hour: { least: 0, most: 23 },
  shop_overrides_naira_a_day: { least: 0, most: 10_000_000, loosens: 'up' },
  shortfall_correct_minutes: { least: 1, most: 1440, loosens: 'down' },
  shortfall_alone_percent: { least: 0, most: 100, loosens: 'up' },
  shortfall_alone_naira: { least: 0, most: 10_000_000, loosens: 'up' },
  shortfall_answer_hours: { least: 1, most: 72, loosens: 'down' },
  amount_limit_act_naira: { least: 1_000, most: 1_000_000, loosens: 'up' },
  amount_limit_day_naira: { least: 1_000, most: 5_000_000, loosens: 'up' },
  ajo_circles: { least: 0, most: 1 },
  ajo_turns: { least: 0, most: 1 },
  ajo_least_naira: { least: 100, most: 1_000_000 },
  ajo_most_naira: { least: 100, most: 1_000_000 },
  pause_orders: { least: 0, most: 1 },
  pause_group_buys: { least: 0, most: 1 },
  pause_payouts: { least: 0, most: 1 },
} as const satisfies Record<string, SettingBounds>

/** Minimum delay of a loosening change, in hours, so that other staff can see and withdraw it. */
export const LOOSENING_HOURS = 24

export function isLoosened(key: string, { was, becomes }: { was: number; becomes: number }): boolean {
  const way = findBounds(key)?.loosens
  return way === 'up' ? becomes > was : way === 'down' && becomes < was
}

export function findBounds(key: string): SettingBounds | null {
  return Object.hasOwn(settingBounds, key) ? settingBounds[key as keyof typeof settingBounds] : null
}

/**
 * Period after planning a rate, in minutes, in which it can be withdrawn without notice. Users are notified at its end,
 * and no rate takes effect before.
 */
export const RATE_SILENT_MINUTES = 60

const EXAMPLE_KOBO = 4_680_000n

/** Effect of the change on a bag of ₦46,800, shown before the new rate is typed again as confirmation. */
export function ratePreview(key: RateName, { was, becomes }: { was: number; becomes: number }): string {
  const [now, then] = [was, becomes].map((rate) => formatNaira(feeKobo(EXAMPLE_KOBO, rate)))
  return `On a bag of ${formatNaira(EXAMPLE_KOBO)}, ${RATE_SUBJECTS[key]} is ${now} now (${rateText(was)}) and ${then} after the change (${rateText(becomes)}).`
}

const RATE_SUBJECTS: Record<RateName, string> = {
  buyer_fee_bps: 'the buyer’s fee',
  vendor_fee_bps: 'the vendor’s fee',
  referral_bps: 'the referrer’s reward',
  late_leave_charge_bps: 'the least charge for leaving late',
}

/** True if the input is this rate: "2.5", "2.5%" or "2.50 %". */
export function isRateTyped(typed: string | null, basisPoints: number): boolean {
  const text = typed?.trim().replace(/\s*%$/, '') ?? ''
  return /^\d{1,3}(\.\d{1,2})?$/.test(text) && Math.round(Number(text) * 100) === basisPoints
}
