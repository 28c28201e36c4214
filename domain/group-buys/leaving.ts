// Leaving a group buy (semantics.md 3; docs/decisions/0001, Clocks). Late exits never raise anyone's price: `locked` sees
// to that, not this decision.
import { clocks } from '../clocks.ts'
import { feeKobo } from '../money.ts'
import { refuseOrder } from '../orders/refuse-order.ts'
import type { Refusal } from '../refusal.ts'

export interface LeavingOrder {
  status: string
  paidAt: Date | null
  /** Goods as charged, and everything charged with fee and delivery. */
  chargedGoodsKobo: bigint
  chargedKobo: bigint
  /** Its payment is under way. */
  isBeingPaid?: boolean
  buy: { endDate: Date; paymentDueAt: Date; extendedAt: Date | null }
}

interface LeavingFacts {
  now: Date
  /** Whether date, goods, price or pickup point changed beyond what was promised. */
  termsChanged?: boolean
  /** Whether a named person or the waiting list takes the place. */
  placeTakenOver?: boolean
  /** The setting `late_leave_charge_bps`. */
  lateChargeBasisPoints?: number
}

export interface Leave {
  to: 'cancelled' | 'refunding'
  free: boolean
  /** Goes to the vendor; 0 if leaving is free. */
  chargeKobo: bigint
  /** What the buyer gets back. */
  refundKobo: bigint
}

/** 10% of goods (design.md 7). */
const LATE_LEAVE_BASIS_POINTS = 1_000

export function decideLeave(order: LeavingOrder, facts: LeavingFacts): Leave | Refusal {
  const { now } = facts
  if (order.status === 'pending') {
    if (now >= order.buy.endDate) return refuseOrder('leaving_closed')
    if (order.isBeingPaid) return refuseOrder('being_paid')
    return { to: 'cancelled', free: true, chargeKobo: 0n, refundKobo: 0n }
  }
  if (order.status !== 'paid' && order.status !== 'confirmed') return refuseOrder('leaving_closed')
  if (facts.termsChanged || facts.placeTakenOver || leavesFree(order, now)) {
    return { to: 'refunding', free: true, chargeKobo: 0n, refundKobo: order.chargedKobo }
  }
  if (now >= order.buy.paymentDueAt) return refuseOrder('leaving_closed')
  const chargeKobo = feeKobo(order.chargedGoodsKobo, facts.lateChargeBasisPoints ?? LATE_LEAVE_BASIS_POINTS)
  return { to: 'refunding', free: false, chargeKobo, refundKobo: order.chargedKobo - chargeKobo }
}

/** Until then leaving is free for everybody. In windows under 4 days this may lie before the start. */
export function freeLeavingUntil(endDate: Date): Date {
  return new Date(endDate.getTime() - clocks.freeLeavingEndsBeforeMs)
}

/** Until when this paid order may leave free: the common limit, an hour after paying, or 48 h after an extension. */
function orderLeavesFreeUntil(order: Pick<LeavingOrder, 'paidAt' | 'buy'>): Date {
  const { endDate, extendedAt } = order.buy
  const grace = order.paidAt ? Math.min(order.paidAt.getTime() + clocks.graceAfterPayingMs, endDate.getTime()) : 0
  const afterExtension = extendedAt ? extendedAt.getTime() + clocks.freeLeavingAfterExtensionMs : 0
  return new Date(Math.max(freeLeavingUntil(endDate).getTime(), grace, afterExtension))
}

/** A paid order past free leaving is locked: it counts towards ceilings even if its buyer leaves later. */
export function isLocked(order: Pick<LeavingOrder, 'paidAt' | 'buy'>, now: Date): boolean {
  return order.paidAt !== null && now >= orderLeavesFreeUntil(order)
}

/** True if the window is so short that leaving is free only within an hour of paying; the page says so. */
export function leavesFreeOnlyAfterPaying(buy: { startsAt: Date; endDate: Date }): boolean {
  return buy.endDate.getTime() - buy.startsAt.getTime() < clocks.windowWithFreeLeavingMs
}

function leavesFree(order: LeavingOrder, now: Date): boolean {
  return now < orderLeavesFreeUntil(order)
}
