// Open and closed buys that may fail or lose people unless their vendor does something (the vendor's list of buys).
import { addDays, DAY_MS } from '#domain/time/calendar.ts'

export const NEAR_END_MS = 3 * DAY_MS

interface EndangeredBuy {
  status: string
  endDate: Date
  paymentDueAt: Date | null
  minParticipants: number
  currentParticipants: number
  paidParticipants: number
}

interface Danger {
  /** People missing to the minimum, shortly before the window closes; 0 if it is not near or not short. */
  missing: number
  /** People who have not paid, shortly before payment is due. */
  unpaid: number
}

/** Null if the buy is in no danger at `now`. */
export function dangerOf(buy: EndangeredBuy, now: Date): Danger | null {
  const isOpen = buy.status === 'active'
  if (!isOpen && buy.status !== 'closed') return null
  const isNear = (moment: Date | null) =>
    moment !== null && moment > now && moment.getTime() <= now.getTime() + NEAR_END_MS
  const missing = isOpen && isNear(buy.endDate) ? Math.max(0, buy.minParticipants - buy.currentParticipants) : 0
  const unpaid = isNear(buy.paymentDueAt) ? Math.max(0, buy.currentParticipants - buy.paidParticipants) : 0
  return missing + unpaid > 0 ? { missing, unpaid } : null
}

interface PromisedBuy {
  status: string
  /** Lagos days. */
  shareDate: string | null
  hasPacked: boolean
}

/**
 * Confirmed buys whose goods may not be there: `late` once the sharing day has passed, `unpacked` if by the day before
 * nothing is packed. Null if neither, or if the buy is not confirmed. `today`: the Lagos day.
 */
export function packingDanger(
  { status, shareDate, hasPacked }: PromisedBuy,
  today: string,
): 'late' | 'unpacked' | null {
  if (status !== 'confirmed' || shareDate === null) return null
  if (shareDate < today) return 'late'
  return !hasPacked && shareDate <= addDays(today, 1) ? 'unpacked' : null
}
