// Giving a share away (semantics.md 3, decision 0141). It is free at any time, and nothing moves until the receiver pays.
import { orderRefusals } from '#domain/orders/refusals.ts'
import type { Refusal } from '#domain/refusal.ts'
import { refuseFrom } from '#domain/refusals/refuse-from.ts'
import { clocks } from '#domain/time/clocks.ts'
import { shareRefusals } from './refusals.ts'

const refuse = refuseFrom(orderRefusals, shareRefusals)

interface GivenShare {
  status: string
  /** It waits to take over another share itself. */
  waitsToTakeOver: boolean
  isBeingPaid: boolean
  buyStatus: string
  paymentDueAt: Date
}

/** Why a buyer cannot give this share away now; null if they can. */
export function givingFault(share: GivenShare, now: Date): Refusal | null {
  const isOpen = share.buyStatus === 'active' || share.buyStatus === 'closed'
  const isTheirs = (share.status === 'pending' || share.status === 'paid') && !share.waitsToTakeOver
  if (!isOpen || !isTheirs || now >= share.paymentDueAt) return refuse('giving_closed')
  return share.isBeingPaid ? refuse('being_paid') : null
}

/** The offer ends after a day, and before payment is due. */
export function giftEndsAt({ now, paymentDueAt }: { now: Date; paymentDueAt: Date }): Date {
  return new Date(Math.min(now.getTime() + clocks.giftMs, paymentDueAt.getTime()))
}

/** Until when the receiver may pay, once they have accepted. */
export function takeOverHeldUntil({ now, paymentDueAt }: { now: Date; paymentDueAt: Date }): Date {
  return new Date(Math.min(now.getTime() + clocks.giftHoldMs, paymentDueAt.getTime()))
}
