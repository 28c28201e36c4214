import type { I18n } from '@lingui/core'
import { isCalledOff } from '#domain/group-buys/states.ts'
import { moment, naira } from '#web/ui/format.ts'

interface BuyStateFacts {
  status: string
  end_date: string
  payment_due_at: string | null
  end_reason?: string | null
  final_price?: number | null
  unit: string
}

/** The state of a buy that cannot be joined, and its next step. */
export function stateSentence(buy: BuyStateFacts, { now, i18n }: { now: string; i18n: I18n }): string {
  const price = buy.final_price ? naira(buy.final_price) : null
  const isOver = Date.parse(buy.end_date) <= Date.parse(now)
  switch (buy.status) {
    case 'active':
      return isOver ? closedSentence(buy, i18n) : i18n.t('This group buy is open.')
    case 'closed':
      // All units were paid for before the end.
      return isOver
        ? closedSentence(buy, i18n)
        : i18n.t('Everything is taken and paid for. We are working out the final price.')
    case 'settling':
      return i18n.t(
        'We are counting payments. If enough people have paid, you will see the final price here; if not, we refund everyone.',
      )
    case 'confirmed':
      return price
        ? i18n.t(
            'This group buy succeeded. The final price is {price} a {unit}. The vendor is getting the goods ready.',
            {
              price,
              unit: buy.unit,
            },
          )
        : i18n.t('This group buy succeeded. The vendor is getting the goods ready.')
    case 'ready':
      return i18n.t('The goods are ready. People who joined can collect them with their code.')
    case 'completed':
      return price
        ? i18n.t('This group buy is done. The final price was {price} a {unit}.', { price, unit: buy.unit })
        : i18n.t('This group buy is done.')
    case 'failed':
      return i18n.t(
        'Too few people paid, so this group buy did not happen. Everyone who paid gets everything back, including the fee.',
      )
    case 'cancelled':
      return buy.end_reason
        ? i18n.t('This group buy was cancelled: {reason}. Nobody owes anything for it.', { reason: buy.end_reason })
        : i18n.t('This group buy was cancelled. Nobody owes anything for it.')
    default:
      return i18n.t('This group buy is not open.')
  }
}

function closedSentence({ end_date: end, payment_due_at: due }: BuyStateFacts, i18n: I18n): string {
  const closed = moment(end)
  return due
    ? i18n.t('It closed on {closed}. People who joined pay by {due}; then the price is final.', {
        closed,
        due: moment(due),
      })
    : i18n.t('It closed on {closed}. People who joined pay; then the price is final.', { closed })
}

/** The state of a buy that cannot be joined, in a word or two. */
export function buyStateLabel({ status }: Pick<BuyStateFacts, 'status'>, i18n: I18n): string {
  return i18n.t(STATE_LABELS[status] ?? /*i18n*/ 'Closed')
}

const STATE_LABELS: Readonly<Record<string, string>> = {
  confirmed: /*i18n*/ 'Succeeded',
  ready: /*i18n*/ 'Ready to share',
  completed: /*i18n*/ 'Done',
  failed: /*i18n*/ 'Did not happen',
  cancelled: /*i18n*/ 'Cancelled',
}

/** Replaces "3 more people to ₦58,000" in the progress bar once a buy cannot be joined. */
export function endedPoolSentence(
  { status, final_price: price, unit }: Pick<BuyStateFacts, 'status' | 'final_price' | 'unit'>,
  i18n: I18n,
): string {
  if (price) {
    const figure = { price: naira(price), unit }
    return i18n.t('Final price: {price} a {unit}', figure)
  }
  return isCalledOff(status) ? buyStateLabel({ status }, i18n) : i18n.t('Payments decide the final price')
}
