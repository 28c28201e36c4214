// From when a credited reward may be spent: an order that its buyer or an accomplice's shop can still end takes its reward with it, and
// what was spent by then would be nobody's.
import { addDays, startOfLagosDay } from '../calendar.ts'
import { clocks } from '../clocks.ts'

interface RewardedOrder {
  status: string
  buy: { status: string; paymentDueAt: Date; extendedAt: Date | null; shareDate: string | null }
}

/** Null: always, because nobody can end the order any more. 'never': not settled, or on its way back. */
export function ripensAt({ status, buy }: RewardedOrder): Date | 'never' | null {
  if (!['pending', 'paid', 'confirmed'].includes(status)) return null
  if (status !== 'confirmed' || buy.status === 'failed' || buy.status === 'cancelled') return 'never'
  // The buyer leaves, free or not (domain/group-buys/leaving.ts); the shop cancels until a day before sharing.
  const leavesUntil = buy.paymentDueAt.getTime()
  const extensionUntil = buy.extendedAt ? buy.extendedAt.getTime() + clocks.freeLeavingAfterExtensionMs : 0
  const cancelledUntil = buy.shareDate ? startOfLagosDay(addDays(buy.shareDate, -1)).getTime() : 0
  return new Date(Math.max(leavesUntil, extensionUntil, cancelledUntil))
}
