import { dangerOf, packingDanger } from '#domain/group-buys/selling/danger.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { datedDay, datedMoment, plural } from '#web/ui/format.ts'

export interface WatchedBuy {
  status: string
  end_date: string
  payment_due_at: string | null
  share_date: string | null
  min_participants: number
  current_participants: number
  paid_participants: number
  /** Whether any of its goods are packed. */
  has_packed: boolean
}

/** The dangers of a buy at `now`, as sentences: short of the minimum, unpaid near the due time, nothing packed, late. */
export function dangerTexts(buy: WatchedBuy, now: Date): string[] {
  const texts: string[] = []
  const { payment_due_at: due, share_date: shared } = buy
  const danger = dangerOf(
    {
      status: buy.status,
      endDate: new Date(buy.end_date),
      paymentDueAt: due === null ? null : new Date(due),
      minParticipants: buy.min_participants,
      currentParticipants: buy.current_participants,
      paidParticipants: buy.paid_participants,
    },
    now,
  )
  if (danger && danger.missing > 0) {
    const missing = plural(danger.missing, 'person is', 'people are')
    texts.push(
      `${missing} missing to its minimum of ${buy.min_participants}. It closes on ${datedMoment(buy.end_date)}.`,
    )
  }
  if (danger && danger.unpaid > 0 && due) {
    const unpaid = plural(danger.unpaid, 'person has', 'people have')
    texts.push(`${unpaid} not paid. Payment is due on ${datedMoment(due)}.`)
  }
  const packing = packingDanger({ status: buy.status, shareDate: shared, hasPacked: buy.has_packed }, lagosDate(now))
  if (packing === 'unpacked' && shared) texts.push(`Nothing is packed. It is shared out on ${datedDay(shared)}.`)
  if (packing === 'late' && shared) texts.push(`Late: it was to be shared out on ${datedDay(shared)}.`)
  return texts
}
