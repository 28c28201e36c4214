// Leaving a group buy (semantics.md 3; docs/decisions/0001, Clocks). The charge for leaving late is known once the
// price is final (payments/late-leaves.ts); until then it has a lower and an upper bound.

import { feeKobo, maxKobo, minKobo } from '#domain/money.ts'
import { orderRefusals } from '#domain/orders/refusals.ts'
import type { Refusal } from '#domain/refusal.ts'
import { refuseFrom } from '#domain/refusals/refuse-from.ts'
import { clocks } from '#domain/time/clocks.ts'
import { buyRefusals } from '../refusals.ts'

const refuse = refuseFrom(buyRefusals, orderRefusals)

export interface LeavingOrder {
  status: string
  paidAt: Date | null
  /** A share that was taken over has no hour after paying: giving it away would be a way to leave. */
  takesOver?: boolean
  /** Goods as charged, and the total charged with fee and delivery. */
  chargedGoodsKobo: bigint
  chargedKobo: bigint
  /** A payment for it is in progress. */
  isBeingPaid?: boolean
  buy: {
    endDate: Date
    paymentDueAt: Date
    extendedAt: Date | null
    /** When the window ended with an open pack; null if it did not. */
    topUpAt?: Date | null
  }
}

interface LeavingFacts {
  now: Date
  /** True if date, goods, price or pickup point changed beyond what was promised. */
  termsChanged?: boolean
  /** True if a named person or the waiting list takes over the place. */
  placeTakenOver?: boolean
  /** The setting `late_leave_charge_bps`. */
  lateChargeBasisPoints?: number
  /** Maximum that this leaver can be charged for prices promised to others. */
  promisesKobo?: bigint
  /** The most that the leaver was told it costs; null if the client does not say. */
  shownChargeKobo?: bigint | null
}

export interface Leave {
  to: 'cancelled' | 'refunding'
  free: boolean
  /** Minimum and maximum charge, paid to the vendor; 0 if leaving is free. */
  chargeKobo: bigint
  mostChargeKobo: bigint
  /** Maximum and minimum refund. */
  refundKobo: bigint
  leastRefundKobo: bigint
}

/** 10% of goods (design.md 7). */
const LATE_LEAVE_BASIS_POINTS = 1_000

export function decideLeave(order: LeavingOrder, facts: LeavingFacts): Leave | Refusal {
  const decision = leaveNow(order, facts)
  const { shownChargeKobo: shown = null } = facts
  const costsMore = 'mostChargeKobo' in decision && shown !== null && decision.mostChargeKobo > shown
  return costsMore ? refuse('leaving_costs_more') : decision
}

function leaveNow(order: LeavingOrder, facts: LeavingFacts): Leave | Refusal {
  const { now } = facts
  if (order.status === 'pending') {
    if (now >= order.buy.endDate && !facts.termsChanged) return refuse('leaving_closed')
    if (order.isBeingPaid) return refuse('being_paid')
    return freeLeave('cancelled', 0n)
  }
  if (order.status !== 'paid' && order.status !== 'confirmed') return refuse('leaving_closed')
  if (facts.termsChanged || facts.placeTakenOver) return freeLeave('refunding', order.chargedKobo)
  // The price is final, and this order is part of its calculation.
  if (order.status === 'confirmed') return refuse('leaving_closed')
  if (leavesFree(order, now)) return freeLeave('refunding', order.chargedKobo)
  if (now >= order.buy.paymentDueAt) return refuse('leaving_closed')
  const { chargedGoodsKobo, chargedKobo } = order
  const chargeKobo = feeKobo(chargedGoodsKobo, facts.lateChargeBasisPoints ?? LATE_LEAVE_BASIS_POINTS)
  const atStake = minKobo(facts.promisesKobo ?? 0n, chargedGoodsKobo)
  const mostChargeKobo = maxKobo(atStake, chargeKobo)
  return {
    to: 'refunding',
    free: false,
    chargeKobo,
    mostChargeKobo,
    refundKobo: chargedKobo - chargeKobo,
    leastRefundKobo: chargedKobo - mostChargeKobo,
  }
}

const freeLeave = (to: Leave['to'], refundKobo: bigint): Leave => ({
  to,
  free: true,
  chargeKobo: 0n,
  mostChargeKobo: 0n,
  refundKobo,
  leastRefundKobo: refundKobo,
})

/** End of free leaving for all participants. In windows under 4 days it may be before the start. */
export function freeLeavingUntil(endDate: Date): Date {
  return new Date(endDate.getTime() - clocks.freeLeavingEndsBeforeMs)
}

/**
 * End of free leaving for this paid order: the common end, an hour after paying, or 48 h after an extension, whichever
 * is last.
 */
function orderLeavesFreeUntil(order: Pick<LeavingOrder, 'paidAt' | 'takesOver' | 'buy'>): Date {
  const { endDate, extendedAt, topUpAt = null } = order.buy
  // Others rely on those who paid in the window: its end is theirs, although the top-up time follows.
  const isLate = order.paidAt && (topUpAt === null || order.paidAt > topUpAt)
  const grace =
    order.paidAt && !order.takesOver && isLate
      ? Math.min(order.paidAt.getTime() + clocks.graceAfterPayingMs, endDate.getTime())
      : 0
  const afterExtension = extendedAt ? extendedAt.getTime() + clocks.freeLeavingAfterExtensionMs : 0
  return new Date(Math.max(freeLeavingUntil(endDate).getTime(), grace, afterExtension))
}

/** A paid order past free leaving is locked: promised ceilings rely on it. */
export function isLocked(order: Pick<LeavingOrder, 'paidAt' | 'takesOver' | 'buy'>, now: Date): boolean {
  return order.paidAt !== null && now >= orderLeavesFreeUntil(order)
}

/** True if the window is so short that leaving is free only within an hour of paying; shown on the page. */
export function leavesFreeOnlyAfterPaying(buy: { startsAt: Date; endDate: Date }): boolean {
  return buy.endDate.getTime() - buy.startsAt.getTime() < clocks.windowWithFreeLeavingMs
}

function leavesFree(order: LeavingOrder, now: Date): boolean {
  return now < orderLeavesFreeUntil(order)
}
