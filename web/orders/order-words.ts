import { orderStateLabels } from '#domain/orders/states.ts'
import type { BadgeTone } from '#web/ui/badge.tsx'
import { day, kobo, moment } from '#web/ui/format.ts'

interface Told {
  status: string
  fulfilment: string
  amount_due_kobo: number
  /** Of an order from the cart. */
  checkout: { hold_expires_at: string } | null
}

interface BuyDates {
  payment_due_at: string | null
  share_date: string | null
}

export function stateLabel(status: string): string {
  return (orderStateLabels as Record<string, string>)[status] ?? status
}

export function stateTone(status: string): BadgeTone {
  if (status === 'pending') return 'warm'
  if (status === 'expired' || status === 'cancelled') return 'plain'
  return status === 'refunding' || status === 'refunded' ? 'info' : 'good'
}

/** What happens next with an order, in one sentence. `buy` is null for a bulk order, which is held until its checkout ends. */
export function nextStep(order: Told, buy: BuyDates | null, now: string): string {
  switch (order.status) {
    case 'pending':
      if (!buy) return heldSentence(order, now)
      return `Your place is kept. You pay at most ${kobo(order.amount_due_kobo)}${buy.payment_due_at ? `, by ${moment(buy.payment_due_at)}` : ''}.`
    case 'paid':
      return buy
        ? 'Paid and held. The price is final when the group buy settles; anything above it comes back to you.'
        : 'Paid and held. The vendor is getting it ready.'
    case 'confirmed':
      return `The price is final. The goods are shared on ${buy?.share_date ? day(buy.share_date) : 'the sharing day'}.`
    case 'ready':
      return `${order.fulfilment === 'delivery' ? 'Ready for your door.' : 'Ready to collect.'} Give your code only when the food is in your hands.`
    case 'collected':
    case 'delivered':
      return 'Handed over. If something is wrong, tell the vendor now.'
    case 'completed':
      return 'Done.'
    case 'expired':
      return buy
        ? 'Not paid in time, so your place was given up. You owe nothing.'
        : 'Not paid in time, so the goods went back on sale. You owe nothing.'
    case 'cancelled':
      return 'Cancelled. You owe nothing.'
    case 'refunding':
      return 'Your money is on its way back: 3 to 5 business days.'
    case 'refunded':
      return 'You have been refunded.'
    default:
      return ''
  }
}

function heldSentence({ checkout, amount_due_kobo: due }: Told, now: string): string {
  const until = checkout?.hold_expires_at
  if (!until) return `You pay ${kobo(due)}.`
  return Date.parse(until) > Date.parse(now)
    ? `The goods are kept for you until ${moment(until)}. You pay ${kobo(due)} by then.`
    : `The time to pay ended ${moment(until)}, so the goods go back on sale. You owe nothing.`
}
