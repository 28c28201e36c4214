import { VENDOR_NOTICE_HOURS } from '#domain/limits.ts'
import { addDays, endOfLagosDay, HOUR_MS } from '#domain/time/calendar.ts'

interface CancellableBuy {
  status: string
  endDate: Date
  /** 'YYYY-MM-DD' */
  shareDate: string | null
}

/** The last moment at which its vendor may cancel a buy; null for none. */
export function cancellableUntil({ status, endDate, shareDate }: CancellableBuy): Date | null {
  if (status === 'confirmed') return shareDate === null ? null : endOfLagosDay(addDays(shareDate, -2))
  return new Date(endDate.getTime() - VENDOR_NOTICE_HOURS * HOUR_MS)
}
