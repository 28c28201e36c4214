import { addDays } from '#domain/time/calendar.ts'
import { day, moment, plural } from '#web/ui/format.ts'

export interface BuyStanding {
  status: string
  paid_participants: number
  min_participants: number
  end_date: string
  payment_due_at: string | null
  share_date: string | null
  /** Orders that wait for payment. */
  unpaid: number
  firstDueAt: string | null
  /** Paid orders that are not ready. */
  toPack: number
  packed: number
  /** Orders not handed over yet, paid or ready. */
  toHandOver: number
}

const HOURS_NEAR = 24

/**
 * The four dangers of a group buy: short of its minimum, unpaid near the due time, nothing packed near the sharing day,
 * late. `today` is a day in Lagos.
 */
export function buyDangers(buy: BuyStanding, { now, today }: { now: string; today: string }): string[] {
  const { paid_participants: paid, min_participants: least, share_date: shared } = buy
  const isSelling = ['active', 'closed', 'settling'].includes(buy.status)
  const isNear = (at: string | null) => at !== null && Date.parse(at) - Date.parse(now) < HOURS_NEAR * 3_600_000
  const dangers: string[] = []
  if (isSelling && paid < least) {
    const closes = buy.status === 'active' ? ` It closes ${moment(buy.end_date)}.` : ''
    dangers.push(`Short of the minimum: ${paid} of ${least} people have paid.${closes}`)
  }
  if (isSelling && buy.unpaid > 0 && buy.firstDueAt !== null && isNear(buy.firstDueAt))
    dangers.push(`${plural(buy.unpaid, 'order is', 'orders are')} unpaid; the first is due ${moment(buy.firstDueAt)}.`)
  if (shared !== null && buy.toHandOver > 0 && shared < today)
    dangers.push(
      `Late: the sharing day was ${day(shared)}, and ${plural(buy.toHandOver, 'order is', 'orders are')} not handed over.`,
    )
  else if (shared !== null && buy.toPack > 0 && buy.packed === 0 && shared <= addDays(today, 1))
    dangers.push(`Nothing is packed, and the sharing day is ${day(shared)}.`)
  return dangers
}
