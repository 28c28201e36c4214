// As `public.unpaid_standing` answers it.

/** What somebody has promised already, orders from buys and from the cart together. */
export interface UnpaidStanding {
  grade: 'new' | 'known' | 'verified'
  orders: number
  kobo: bigint
  /** Reservations that expired unpaid, as long as they count. */
  lapses: number
  /** Has paid for an order, ever. */
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
  /** Of a buy, for all people together who have not paid for an order yet. */
  unpaid_new_share_percent: number
  unpaid_lapses: number
  unpaid_lapse_days: number
}
