import { moment, naira } from '#web/ui/format.ts'

interface Stateful {
  status: string
  end_date: string
  payment_due_at: string | null
  end_reason?: string | null
  final_price?: number | null
  unit: string
}

/** What a buy that cannot be joined is doing now, and what happens next. */
export function stateSentence(buy: Stateful, now: string): string {
  const due = buy.payment_due_at ? moment(buy.payment_due_at) : null
  switch (buy.status) {
    case 'active':
      return Date.parse(buy.end_date) <= Date.parse(now)
        ? `This group buy closed ${moment(buy.end_date)}. Payment is due ${due}.`
        : 'This group buy is open.'
    case 'closed':
      return `This group buy closed ${moment(buy.end_date)}. Those who joined pay by ${due}; then the price is final.`
    case 'settling':
      return 'Payments are being counted. The final price follows shortly.'
    case 'confirmed':
      return `This group buy succeeded.${buy.final_price ? ` Everyone pays ${naira(buy.final_price)} a ${buy.unit}.` : ''} The vendor is getting the goods ready.`
    case 'ready':
      return 'The goods are ready. Those who joined can collect them with their code.'
    case 'completed':
      return `This group buy is done.${buy.final_price ? ` Everyone paid ${naira(buy.final_price)} a ${buy.unit}.` : ''}`
    case 'failed':
      return 'Too few people paid, so this group buy did not happen. Whoever paid gets everything back, the fee too.'
    case 'cancelled':
      return `This group buy was cancelled${buy.end_reason ? `: ${buy.end_reason}` : ''}. Nobody owes anything for it.`
    default:
      return 'This group buy is not open.'
  }
}
