import { cancelFreeUntil, decideCancel } from '#domain/orders/cancelling.ts'
import { isRefusal } from '#domain/refusal.ts'
import { kobo, moment } from '#web/ui/format.ts'
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
    choice: <ReturnTo onlyPeps={order.peps_kobo >= order.charged_kobo} />,
  }
}

const CANCELLING = {
  question: 'Cancel this order?',
  confirmLabel: 'Cancel the order',
  cancelLabel: 'Keep it',
  fields: { intent: 'cancel' },
}

/** What was paid in PEPS comes back as PEPS in any case. */
function ReturnTo({ onlyPeps }: { onlyPeps: boolean }) {
  if (onlyPeps) return null
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">Send the naira back</legend>
      {WAYS.map(({ value, label }) => (
        <label key={value} className="flex min-h-11 items-start gap-3 py-2.5">
          <input
            type="radio"
            name="return_to"
            value={value}
            defaultChecked={value === 'source'}
            className="mt-0.5 size-5 shrink-0"
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  )
}

const WAYS = [
  { value: 'source', label: 'To where I paid from, in 3 to 5 business days' },
  { value: 'peps', label: 'As PEPS, at once' },
]
