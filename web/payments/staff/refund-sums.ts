import { DAY_MS } from '#domain/time/calendar.ts'
import { kobo, plural } from '#web/ui/format.ts'

export interface RefundSum {
  name: string
  refunds: number
  amountKobo: number
}

interface Summed {
  amount_kobo: number | null
  reason: string | null
  created_at: string | null
}

interface RefundList {
  rows: readonly Summed[]
  /** There are more than these. */
  hasMore: boolean
}

/** "3 refunds have not arrived", "More than 500 refunds have not arrived" */
export function refundsText({ rows, hasMore }: RefundList): string {
  return `${hasMore ? 'More than ' : ''}${plural(rows.length, 'refund has', 'refunds have')} not arrived`
}

/** "3 refunds, ₦1,200 together", of the oldest if there are more. */
export function totalText({ rows, hasMore }: RefundList): string {
  const amount = rows.reduce((sum, { amount_kobo: own }) => sum + (own ?? 0), 0)
  const total = `${plural(rows.length, 'refund')}, ${kobo(amount)} together`
  return hasMore ? `There are more refunds than these. The oldest ones, ${total}` : total
}

/** Number and amount by a name of each row, largest amount first. */
export function sumRefunds<Row extends Summed>(rows: readonly Row[], nameOf: (row: Row) => string): RefundSum[] {
  const sums = new Map<string, RefundSum>()
  for (const row of rows) {
    const name = nameOf(row)
    const sum = sums.get(name) ?? { name, refunds: 0, amountKobo: 0 }
    sums.set(name, { name, refunds: sum.refunds + 1, amountKobo: sum.amountKobo + (row.amount_kobo ?? 0) })
  }
  return [...sums.values()].sort((a, b) => b.amountKobo - a.amountKobo)
}

/** "Up to 5 days", "6 to 14 days", "More than 14 days" */
export function ageOf({ created_at: at }: Pick<Summed, 'created_at'>, now: Date): string {
  const days = (now.getTime() - new Date(at ?? now).getTime()) / DAY_MS
  if (days <= 5) return 'Up to 5 days'
  return days <= 14 ? '6 to 14 days' : 'More than 14 days'
}
