/** A buyer's unpaid orders, from buys and from the cart: the result of `public.unpaid_standing`. */
export interface UnpaidStanding {
  grade: 'new' | 'known' | 'verified'
  orders: number
  kobo: bigint
  /** Number of unpaid reservations that expired in the last `unpaid_lapse_days` days. */
  lapses: number
  /** True if the buyer has ever paid for an order. */
  hasPaid: boolean
  limits: UnpaidLimits
}

/** The settings in force, by key. Amounts in naira. */
export interface UnpaidLimits {
  unpaid_new_orders: number
  unpaid_new_naira: number
  unpaid_known_after: number
  unpaid_known_orders: number
  unpaid_known_naira: number
  unpaid_verified_orders: number
  unpaid_verified_naira: number
  unpaid_share_percent: number
  /** Percentage of a buy, for all buyers together who have never paid for an order. */
  unpaid_new_share_percent: number
  unpaid_lapses: number
  unpaid_lapse_days: number
  pay_to_join_hold_minutes: number
}
