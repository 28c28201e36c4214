import type { I18n } from '@lingui/core'
import { payBy } from '#domain/orders/pay-by.ts'
import { orderStateLabels } from '#domain/orders/states.ts'
import { translate } from '#web/languages/translate.ts'
import type { BadgeTone } from '#web/ui/badge.tsx'
import { day, kobo, moment } from '#web/ui/format.ts'
import { type LateOrderFacts, latenessOf } from './late-order.ts'

interface OrderStatusFacts extends Omit<LateOrderFacts, 'group_buy'> {
  hold_expires_at: string | null
  amount_due_kobo: number
  charged_kobo?: number
  /** Left late with the charge not yet settled: between these two times leaving costs money. */
  left_late_at?: string | null
  leave_paid_at?: string | null
  leave_least_kobo?: number | null
  leave_most_kobo?: number | null
  /** Only for orders from the cart. */
  checkout: { hold_expires_at: string } | null
}

interface BuyDates {
  payment_due_at: string | null
  share_date: string | null
}

/** In English; buyers' screens translate it with `i18n.t`. */
export function stateLabel(status: string): string {
  return (orderStateLabels as Record<string, string>)[status] ?? status
}

export function stateTone(status: string): BadgeTone {
  if (status === 'pending') return 'warm'
  if (status === 'expired' || status === 'cancelled') return 'plain'
  return status === 'refunding' || status === 'refunded' ? 'info' : 'good'
}

interface NextStepContext {
  /** Null for a bulk order, which is held until its checkout expires. */
  buy: BuyDates | null
  now: string
}

/** The next step of an order, in one or two sentences. */
export function nextStep(i18n: I18n, order: OrderStatusFacts, { buy, now }: NextStepContext): string {
  const late = order.status === 'pending' ? null : latenessOf({ ...order, group_buy: buy }, now)
  if (late) return translate(i18n, late.text)
  const amount = kobo(order.amount_due_kobo)
  const until = payBy({ ...order, group_buy: buy })
  switch (order.status) {
    case 'pending':
      if (!buy) return heldSentence(i18n, order, now)
      return until
        ? i18n.t('Your place is kept. You pay at most {amount}, by {time}.', { amount, time: moment(until) })
        : i18n.t('Your place is kept. You pay at most {amount}.', { amount })
    case 'paid':
      return buy
        ? i18n.t(
            'You have paid, and we hold your money. When the group buy settles, the price is final. Anything you paid above it comes back to you.',
          )
        : i18n.t('You have paid, and we hold your money. The vendor is getting your order ready.')
    case 'confirmed':
      return buy?.share_date
        ? i18n.t('The price is final. The goods are shared on {day}.', { day: day(buy.share_date) })
        : i18n.t('The price is final. The goods are shared on the sharing day.')
    case 'ready':
      return order.fulfilment === 'delivery'
        ? i18n.t('Ready for delivery to your door. Give your code only when the food is in your hands.')
        : i18n.t('Ready to collect. Give your code only when the food is in your hands.')
    case 'collected':
    case 'delivered':
      return i18n.t('The food has been handed over. If something is wrong, say so now.')
    case 'completed':
      return i18n.t('This order is complete.')
    case 'expired':
      return buy
        ? i18n.t('You did not pay in time, so you lost your place. You owe nothing.')
        : i18n.t('You did not pay in time, so the goods went back on sale. You owe nothing.')
    case 'cancelled':
      return i18n.t('Cancelled. You owe nothing.')
    case 'refunding':
      if (order.left_late_at && !order.leave_paid_at) return leftLateSentence(i18n, order, buy)
      return i18n.t('Your money is on its way back to you. It takes 3 to 5 business days.')
    case 'refunded':
      return i18n.t('You have been refunded.')
    default:
      return ''
  }
}

/** The range of the refund after leaving late, and its date: once the price of the remaining participants is final. */
function leftLateSentence(
  i18n: I18n,
  { charged_kobo: charged = 0, leave_least_kobo: least, leave_most_kobo: most }: OrderStatusFacts,
  buy: BuyDates | null,
): string {
  return i18n.t(
    'You left after the free time. At least {least} and at most {most} comes back to you once the price of those who stay is final, by {by}.',
    {
      least: kobo(charged - (most ?? 0)),
      most: kobo(charged - (least ?? 0)),
      by: buy?.payment_due_at ? moment(buy.payment_due_at) : '',
    },
  )
}

function heldSentence(i18n: I18n, { checkout, amount_due_kobo: due }: OrderStatusFacts, now: string): string {
  const amount = kobo(due)
  const until = checkout?.hold_expires_at
  if (!until) return i18n.t('You pay {amount}.', { amount })
  return Date.parse(until) > Date.parse(now)
    ? i18n.t('We keep the goods for you until {time}. Pay {amount} by then.', { time: moment(until), amount })
    : i18n.t('The time to pay ended on {time}, so the goods go back on sale. You owe nothing.', {
        time: moment(until),
      })
}
