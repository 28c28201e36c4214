import { moment, naira } from '#web/ui/format.ts'

interface Stateful {
  status: string
  end_date: string
  payment_due_at: string | null
  end_reason?: string | null
  final_price?: number | null
  unit: string
}

/** What is happening to a buy that cannot be joined, and what comes next. */
export function stateSentence(buy: Stateful, now: string): string {
  const due = buy.payment_due_at ? ` by ${moment(buy.payment_due_at)}` : ''
  const closed = `It closed ${moment(buy.end_date)}. People who joined pay${due}; then the price is final.`
  switch (buy.status) {
    case 'active':
      return Date.parse(buy.end_date) <= Date.parse(now) ? closed : 'This group buy is open.'
    case 'closed':
      // All units were paid for before the end.
      return Date.parse(buy.end_date) > Date.parse(now)
        ? 'Everything is taken and paid. We are working out the final price.'
        : closed
    case 'settling':
      return 'We are counting payments. If enough people have paid, the final price follows; if not, everyone is refunded.'
    case 'confirmed':
      return `This group buy succeeded.${buy.final_price ? ` Everyone pays ${naira(buy.final_price)} a ${buy.unit}.` : ''} The vendor is getting the goods ready.`
    case 'ready':
      return 'The goods are ready. People who joined can collect them with their code.'
    case 'completed':
      return `This group buy is done.${buy.final_price ? ` Everyone paid ${naira(buy.final_price)} a ${buy.unit}.` : ''}`
    case 'failed':
      return 'Too few people paid, so this group buy did not happen. Everyone who paid gets everything back, including the fee.'
    case 'cancelled':
      return `This group buy was cancelled${buy.end_reason ? `: ${buy.end_reason}` : ''}. Nobody owes anything for it.`
    default:
      return 'This group buy is not open.'
  }
}

/** The state of a buy that cannot be joined, in a word or two. */
export function stateWord({ status }: Pick<Stateful, 'status'>): string {
  return WORDS[status] ?? 'Closed'
}

const WORDS: Readonly<Record<string, string>> = {
  confirmed: 'Succeeded',
  ready: 'Ready to share',
  completed: 'Done',
  failed: 'Did not happen',
  cancelled: 'Cancelled',
}

const NEVER_HAPPENED = new Set(['failed', 'cancelled'])

/** What the pool bar says instead of "3 more people to ₦58,000" once a buy cannot be joined. */
export function endedPoolSentence({
  status,
  final_price: price,
  unit,
}: Pick<Stateful, 'status' | 'final_price' | 'unit'>): string {
  if (price)
    return status === 'completed'
      ? `Everyone paid ${naira(price)} a ${unit}`
      : `Everyone pays ${naira(price)} a ${unit}`
  return NEVER_HAPPENED.has(status) ? stateWord({ status }) : 'Payments decide the final price'
}
