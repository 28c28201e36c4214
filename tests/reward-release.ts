// The rule of public.group_order_final_at, stated again in TypeScript, so that a test compares the two: when a credited reward may be spent: not before the buyer and the shop can no longer end the order, because its
// reward is then taken back, and spent PEPS could not be recovered from accomplices.
import { addDays, startOfLagosDay } from '#domain/time/calendar.ts'
import { clocks } from '#domain/time/clocks.ts'

interface RewardedOrder {
  status: string
  buy: { status: string; paymentDueAt: Date; extendedAt: Date | null; shareDate: string | null }
}

/**
 * Null if it can be spent now, because the order can no longer be ended. 'never' if the order is not settled or being
 * refunded.
 */
export function availableAt({ status, buy }: RewardedOrder): Date | 'never' | null {
  if (!['pending', 'paid', 'confirmed'].includes(status)) return null
  if (status !== 'confirmed' || buy.status === 'failed' || buy.status === 'cancelled') return 'never'
  // The buyer may leave, free or not (domain/group-buys/participants/leaving.ts); the shop may cancel until a day before sharing.
  const leavesUntil = buy.paymentDueAt.getTime()
  const extensionUntil = buy.extendedAt ? buy.extendedAt.getTime() + clocks.freeLeavingAfterExtensionMs : 0
  const cancelledUntil = buy.shareDate ? startOfLagosDay(addDays(buy.shareDate, -1)).getTime() : 0
  return new Date(Math.max(leavesUntil, extensionUntil, cancelledUntil))
}
