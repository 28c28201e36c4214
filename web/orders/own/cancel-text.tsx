import type { I18n } from '@lingui/core'
import { cancelFreeUntil, decideCancel } from '#domain/orders/cancelling.ts'
import { isRefusal } from '#domain/refusal.ts'
import { RadioChoice } from '#web/ui/fields/radio-choice.tsx'
import { kobo, moment } from '#web/ui/format.ts'
import type { OwnBulkOrder } from '../queries.ts'

/** The consequences of cancelling a bulk order, by the command's own rule; null if it is too late. */
export function cancelText(i18n: I18n, order: OwnBulkOrder, now: string) {
  const lines = order.lines.map(({ share_date, packed_at }) => ({
    shareDate: share_date,
    isPacked: packed_at !== null,
  }))
  const decision = decideCancel({ status: order.status, isBeingPaid: false, lines }, new Date(now))
  if (isRefusal(decision)) return null
  if (decision.to === 'cancelled') {
    return {
      ...cancelling(i18n),
      detail: i18n.t('The goods go back on sale. You have not paid, so you owe nothing.'),
    }
  }
  const until = cancelFreeUntil(lines)
  const amount = kobo(order.charged_kobo - order.returned_kobo)
  return {
    ...cancelling(i18n),
    detail: until
      ? i18n.t('You get everything back, with the fee: {amount}. You can cancel until {time}.', {
          amount,
          time: moment(until),
        })
      : i18n.t('You get everything back, with the fee: {amount}. You can cancel until the vendor packs it.', {
          amount,
        }),
    // Amounts paid in PEPS are always refunded as PEPS.
    choice: order.peps_kobo < order.charged_kobo && (
      <RadioChoice
        legend={i18n.t('Where should we send the naira?')}
        name="return_to"
        options={WAYS.map(({ value, label }) => ({ value, label: i18n.t(label) }))}
        chosen="source"
      />
    ),
  }
}

const cancelling = (i18n: I18n) => ({
  triggerLabel: i18n.t('Cancel this order'),
  question: i18n.t('Cancel this order?'),
  confirmLabel: i18n.t('Cancel the order'),
  cancelLabel: i18n.t('Keep it'),
  fields: { intent: 'cancel' },
})

const WAYS = [
  { value: 'source', label: /*i18n*/ 'To where I paid from, in 3 to 5 business days' },
  { value: 'peps', label: /*i18n*/ 'As PEPS, at once' },
]
