// When a shop is paid next, and what stands in the way.
import { formatNaira } from '#domain/money.ts'
import type { TranslatableText } from '#domain/texts/translatable-text.ts'
import { addDays, lagosDate } from '#domain/time/calendar.ts'
import { formatDay } from '#domain/time/date-text.ts'
import { isPayDayDue, lastPayDay } from './pay-days.ts'
import { refusePayout } from './requesting.ts'

export interface PayoutOutlook {
  shopStatus: string
  isHeld: boolean
  /** A chief has paused the payouts of the whole market. */
  arePaused: boolean
  accountSince: Date | null
  /** Can be paid out now. */
  readyKobo: bigint
  leastKobo: bigint
  /** 1 is Monday. */
  weekday: number
  /** Null: the vendor takes money out. */
  weeklySince: Date | null
  /** The pay day of the newest weekly payout. */
  lastWeeklyFor: string | null
  now: Date
}

interface NextPayout {
  /** The pay day in Lagos; today if one is due. Null: whenever the vendor takes money out. */
  day: string | null
  whenText: string
  /** Why nothing can be paid out yet; null if nothing is in the way. */
  obstacle: TranslatableText | null
}

export function planNextPayout(outlook: PayoutOutlook): NextPayout {
  const day = nextPayDay(outlook)
  return { day, whenText: whenText(outlook, day), obstacle: obstacleText(outlook) }
}

/** A missed pay day is made up for until the next one: the money goes as soon as nothing is in its way. */
function nextPayDay({ weekday, weeklySince, lastWeeklyFor, now }: PayoutOutlook): string | null {
  if (weeklySince === null) return null
  const last = lastPayDay(now, weekday)
  const isMissed = isPayDayDue(last, weeklySince) && (lastWeeklyFor === null || lastWeeklyFor < last)
  return isMissed ? lagosDate(now) : addDays(last, 7)
}

function whenText({ now }: PayoutOutlook, day: string | null): string {
  if (day === null) return 'When you take it out'
  return day === lagosDate(now) ? 'Today' : formatDay(day)
}

function obstacleText(outlook: PayoutOutlook): TranslatableText | null {
  const { shopStatus, isHeld, arePaused, accountSince, readyKobo, leastKobo, now } = outlook
  const refusal = refusePayout({ shopStatus, isHeld, arePaused, accountSince, now, ownerRole: 'vendor' })
  if (refusal) return refusal.message
  if (readyKobo >= leastKobo) return null
  return readyKobo > 0n
    ? `The least that is paid out is ${formatNaira(leastKobo)}.`
    : 'Nothing is ready to be paid out yet.'
}
