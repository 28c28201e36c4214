// The moment at which an unpaid order loses its place or its goods (design.md 9): what every screen, mail and notice names as its deadline.
import { MINUTE_MS } from '../calendar.ts'
import type { UnpaidLimits } from './unpaid-standing.ts'

/** As rows carry it; dates as text or as `Date`. */
export interface Unpaid<Moment> {
  /** A place that must be paid on joining is held until then. */
  hold_expires_at: Moment | null
  group_buy?: { payment_due_at: Moment | null } | null
  /** Of an order from the cart. */
  checkout?: { hold_expires_at: Moment } | null
}

/** Null where no day is set yet. `readPayableOrders` says the same in SQL. */
export function payBy<Moment>({ hold_expires_at, group_buy, checkout }: Unpaid<Moment>): Moment | null {
  return hold_expires_at ?? (group_buy ? group_buy.payment_due_at : (checkout?.hold_expires_at ?? null))
}

interface HoldFacts {
  /** Of the buy. */
  paymentMode: string
  /** Reservations that the person let expire. */
  lapses: number
  limits: Pick<UnpaidLimits, 'unpaid_lapses' | 'pay_to_join_hold_minutes'>
}

/** Until when a new place is held if it must be paid on joining; null where it is reserved. `public.hold_of` says the same in SQL. */
export function heldUntil(facts: HoldFacts, joinedAt: Date): Date | null {
  if (!paysOnJoining(facts)) return null
  return new Date(joinedAt.getTime() + facts.limits.pay_to_join_hold_minutes * MINUTE_MS)
}

/** The buy wants it, or the person has let reservations lapse. */
export function paysOnJoining({
  paymentMode,
  lapses,
  limits,
}: Omit<HoldFacts, 'limits'> & { limits: Pick<UnpaidLimits, 'unpaid_lapses'> }): boolean {
  return paymentMode === 'pay_to_join' || lapses >= limits.unpaid_lapses
}
