import { formatNaira, nairaToKobo } from '#domain/money.ts'

export type SettingUnit = 'percent' | 'minutes' | 'day' | 'count' | 'naira' | 'days' | 'text' | 'switch' | 'option'

/** Labels and units of the market's settings. Basis points are shown and entered as per cent. */
export const settingTexts: Record<string, { label: string; unit: SettingUnit }> = {
  buyer_fee_bps: { label: 'Buyer transaction fee', unit: 'percent' },
  vendor_fee_bps: { label: 'Vendor platform fee', unit: 'percent' },
  referral_bps: { label: 'Referral reward', unit: 'percent' },
  late_leave_charge_bps: { label: 'Charge for leaving late', unit: 'percent' },
  price_rise_bps: { label: 'The most by which a shop may ask to raise the price of a group buy', unit: 'percent' },
  resale_handling_bps: { label: 'Handling of goods sold for a buyer who did not collect', unit: 'percent' },
  vat_bps: { label: 'VAT, contained in fees and standard goods', unit: 'percent' },
  bulk_hold_minutes: { label: 'Stock hold for unpaid checkouts', unit: 'minutes' },
  pay_to_join_hold_minutes: { label: 'Hold of a place that is paid on joining', unit: 'minutes' },
  unpaid_new_orders: { label: 'Unpaid orders, new account', unit: 'count' },
  unpaid_new_naira: { label: 'Unpaid amount, new account', unit: 'naira' },
  unpaid_known_after: { label: 'Paid orders after which an account is no longer new', unit: 'count' },
  unpaid_known_orders: { label: 'Unpaid orders, account with paid orders', unit: 'count' },
  unpaid_known_naira: { label: 'Unpaid amount, account with paid orders', unit: 'naira' },
  unpaid_verified_orders: { label: 'Unpaid orders, verified account', unit: 'count' },
  unpaid_verified_naira: { label: 'Unpaid amount, verified account', unit: 'naira' },
  unpaid_share_percent: { label: 'Unpaid per cent of a target, one person', unit: 'count' },
  unpaid_new_share_percent: {
    label: 'Unpaid per cent of a target, all people without a paid order together',
    unit: 'count',
  },
  unpaid_lapses: { label: 'Expired reservations before paying on joining', unit: 'count' },
  unpaid_lapse_days: { label: 'How long an expired reservation counts', unit: 'days' },
  payout_least_naira: { label: 'Smallest payout to a vendor', unit: 'naira' },
  payout_weekday: { label: 'Day of weekly payouts, 1 is Monday', unit: 'count' },
  claim_appeal_days: { label: 'Business days to appeal a decision on a claim', unit: 'count' },
  lot_claims_least: { label: 'Buyers with a claim that open a lot incident, at least', unit: 'count' },
  lot_claims_percent: { label: 'Per cent of the buyers of a group buy that open a lot incident', unit: 'count' },
  shortfall_correct_minutes: { label: 'Time in which a short delivery may be taken back', unit: 'minutes' },
  shortfall_alone_percent: { label: 'Per cent of a group buy that one person may enter as missing', unit: 'count' },
  shortfall_alone_naira: { label: 'Goods that one person may enter as missing', unit: 'naira' },
  shortfall_answer_hours: { label: 'Hours in which a shop answers a large short delivery', unit: 'count' },
  shop_overrides_naira_a_day: { label: 'Goods one shop may hand over without codes in a day', unit: 'naira' },
  notice_retention_days: { label: 'How long notices in the app are kept', unit: 'days' },
  text_messages_naira_a_day: { label: 'What SMS and WhatsApp notices may cost in a day', unit: 'naira' },
  text_messages_a_day_each: { label: 'SMS and WhatsApp notices for one person in a day', unit: 'count' },
  books_hour: { label: 'Hour of the nightly check of the books, in Lagos (0 to 23)', unit: 'count' },
  amount_limit_act_naira: { label: 'Amount entered by staff that needs a second person', unit: 'naira' },
  amount_limit_day_naira: { label: 'Amounts that one member of staff may enter alone in a day', unit: 'naira' },
  pause_orders: { label: 'Pause of new orders', unit: 'switch' },
  pause_group_buys: { label: 'Pause of new group buys', unit: 'switch' },
  pause_payouts: { label: 'Pause of payouts', unit: 'switch' },
  ajo_circles: { label: 'New circles of ajo', unit: 'option' },
  ajo_turns: { label: 'New circles of ajo that take turns', unit: 'option' },
  ajo_least_naira: { label: 'Least sum a month of a circle of ajo', unit: 'naira' },
  ajo_most_naira: { label: 'Largest sum a month of a circle of ajo', unit: 'naira' },
  market_opened_at: { label: 'Opening day of the market', unit: 'day' },
  data_officer_name: { label: 'Data protection officer', unit: 'text' },
  data_officer_email: { label: 'E-mail of the data protection officer', unit: 'text' },
  data_registration_number: { label: 'Registration with the commission, number', unit: 'text' },
  data_registered_on: { label: 'Registration with the commission, from', unit: 'day' },
  data_registered_until: { label: 'Registration with the commission, until', unit: 'day' },
  data_audit_return_on: { label: 'Last audit return', unit: 'day' },
}

export const settingLabel = (key: string): string => settingTexts[key]?.label ?? key.replaceAll('_', ' ')

/** "2.5%", "30 minutes", "2026-01-01", or "not set". */
export function settingText(key: string, value: unknown): string {
  if (value === null || value === undefined) return 'not set'
  const unit = settingTexts[key]?.unit
  if (unit === 'percent') return `${Number(value) / 100}%`
  if (unit === 'minutes' || unit === 'days') return `${Number(value)} ${unit}`
  if (unit === 'count') return String(Number(value))
  if (unit === 'switch') return Number(value) === 1 ? 'paused' : 'running'
  if (unit === 'option') return Number(value) === 1 ? 'on' : 'off'
  if (unit === 'naira') return formatNaira(nairaToKobo(Number(value)))
  return unit === 'text' ? String(value) : String(value).slice(0, 10)
}
