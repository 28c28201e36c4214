// The payment deadline of an order, after which its place or goods are released (design.md 9). Used by all screens,
// mails and notices.
import { MINUTE_MS } from '#domain/time/calendar.ts'
import type { UnpaidLimits } from './unpaid/unpaid-standing.ts'

/** Columns of an order's row; timestamps are texts or `Date`s. */
export interface UnpaidDeadlines<Moment> {
  /** End of the hold of a place that must be paid on joining. */
  hold_expires_at: Moment | null
  group_buy?: { payment_due_at: Moment | null } | null
  /** Only for an order from the cart. */
  checkout?: { hold_expires_at: Moment } | null
}

/** The deadline; null if none is set yet. `readPayableOrders` has the same rule in SQL. */
export function payBy<Moment>({ hold_expires_at, group_buy, checkout }: UnpaidDeadlines<Moment>): Moment | null {
  return hold_expires_at ?? (group_buy ? group_buy.payment_due_at : (checkout?.hold_expires_at ?? null))
}

interface HoldFacts {
  /** Payment mode of the buy. */
  paymentMode: string
  /** Number of the buyer's expired reservations. */
  lapses: number
  limits: Pick<UnpaidLimits, 'unpaid_lapses' | 'pay_to_join_hold_minutes'>
}

/**
 * End of the hold of a new place that must be paid on joining; null for reservations. `public.hold_of` has the same
 * rule in SQL.
 */
export function heldUntil(facts: HoldFacts, joinedAt: Date): Date | null {
  if (!mustPayOnJoining(facts)) return null
  return new Date(joinedAt.getTime() + facts.limits.pay_to_join_hold_minutes * MINUTE_MS)
}

/** True if the buy requires it, or if the buyer has let too many reservations expire. */
export function mustPayOnJoining({
  paymentMode,
  lapses,
  limits,
}: Omit<HoldFacts, 'limits'> & { limits: Pick<UnpaidLimits, 'unpaid_lapses'> }): boolean {
  return paymentMode === 'pay_to_join' || lapses >= limits.unpaid_lapses
}
