interface SettingGroup {
  heading: string
  /** The effect of the group, in a sentence. */
  affects: string
  keys: readonly string[]
}

/** The settings by subject, in the order of the page. */
export const settingGroups: readonly SettingGroup[] = [
  {
    heading: 'Switches',
    affects: 'Pauses of the whole market in an emergency, at once, on the page “Switches”.',
    keys: ['pause_orders', 'pause_group_buys', 'pause_payouts'],
  },
  {
    heading: 'Fees and rewards',
    affects: 'Group buys published and orders placed from then on. Those that exist keep their rates.',
    keys: [
      'buyer_fee_bps',
      'vendor_fee_bps',
      'referral_bps',
      'late_leave_charge_bps',
      'price_rise_bps',
      'resale_handling_bps',
      'vat_bps',
    ],
  },
  {
    heading: 'Time to pay',
    affects: 'How long goods and places are kept for people who have not paid.',
    keys: ['bulk_hold_minutes', 'pay_to_join_hold_minutes'],
  },
  {
    heading: 'Unpaid orders',
    affects: 'How much people may order before they pay, so that group buys do not fill with promises.',
    keys: [
      'unpaid_new_orders',
      'unpaid_new_naira',
      'unpaid_known_after',
      'unpaid_known_orders',
      'unpaid_known_naira',
      'unpaid_verified_orders',
      'unpaid_verified_naira',
      'unpaid_share_percent',
      'unpaid_new_share_percent',
      'unpaid_lapses',
      'unpaid_lapse_days',
    ],
  },
  {
    heading: 'Payouts',
    affects: 'When and from which amount shops are paid out.',
    keys: ['payout_least_naira', 'payout_weekday'],
  },
  {
    heading: 'Claims and deliveries',
    affects: 'When several claims become one case, and what one person may enter or hand over alone.',
    keys: [
      'claim_appeal_days',
      'lot_claims_least',
      'lot_claims_percent',
      'shortfall_correct_minutes',
      'shortfall_alone_percent',
      'shortfall_alone_naira',
      'shortfall_answer_hours',
      'shop_overrides_naira_a_day',
    ],
  },
  {
    heading: 'Amounts of staff',
    affects: 'From which amount a second person has to approve what a member of staff enters.',
    keys: ['amount_limit_act_naira', 'amount_limit_day_naira'],
  },
  {
    heading: 'Notices',
    affects: 'What SMS and WhatsApp may cost, and how long notices are kept.',
    keys: ['notice_retention_days', 'text_messages_naira_a_day', 'text_messages_a_day_each'],
  },
  {
    heading: 'Ajo',
    affects: 'Whether new circles of ajo may be set up, and for what sums. Circles that run go on to their end.',
    keys: ['ajo_circles', 'ajo_turns', 'ajo_least_naira', 'ajo_most_naira'],
  },
  {
    heading: 'The market',
    affects: 'The nightly check of the books, and the day from which the market counts its age.',
    keys: ['books_hour', 'market_opened_at'],
  },
  {
    heading: 'Data protection',
    affects: 'What the desk of data protection and its register say about the officer and the registration.',
    keys: [
      'data_officer_name',
      'data_officer_email',
      'data_registration_number',
      'data_registered_on',
      'data_registered_until',
      'data_audit_return_on',
    ],
  },
]
