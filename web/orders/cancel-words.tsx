import { cancelFreeUntil, decideCancel } from '#domain/orders/cancelling.ts'
import { isRefusal } from '#domain/refusal.ts'
import { kobo, moment } from '#web/ui/format.ts'
import { RadioChoice } from '#web/ui/radio-choice.tsx'
import type { OwnBulkOrder } from './queries.ts'

/** What cancelling a bulk order means, by the command's own rule; null where it is too late. */
export function cancelWords(order: OwnBulkOrder, now: string) {
  const lines = order.lines.map(({ share_date, packed_at }) => ({
    shareDate: share_date,
    isPacked: packed_at !== null,
  }))
  const decision = decideCancel({ status: order.status, isBeingPaid: false, lines }, new Date(now))
  if (isRefusal(decision)) return null
  if (decision.to === 'cancelled') {
    return { ...CANCELLING, detail: 'The goods go back on sale. You have paid nothing, so nothing is owed.' }
  }
  const until = cancelFreeUntil(lines)
  const back = kobo(order.charged_kobo - order.returned_kobo)
  return {
    ...CANCELLING,
    detail: `Everything comes back to you: ${back}, the fee included. You can cancel ${until ? `until ${moment(until)}` : 'until the vendor packs it'}.`,
    // What was paid in PEPS comes back as PEPS in any case.
    choice: order.peps_kobo < order.charged_kobo && (
      <RadioChoice legend="Send the naira back" name="return_to" options={WAYS} chosen="source" />
    ),
  }
}

const CANCELLING = {
  question: 'Cancel this order?',
  confirmLabel: 'Cancel the order',
  cancelLabel: 'Keep it',
  fields: { intent: 'cancel' },
}

const WAYS = [
  { value: 'source', label: 'To where I paid from, in 3 to 5 business days' },
  { value: 'peps', label: 'As PEPS, at once' },
]
