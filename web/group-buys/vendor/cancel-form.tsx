import type { ReactNode } from 'react'
import { refundBusinessDays } from '#domain/limits.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/controls/text-field.tsx'
import { ConfirmForm } from '#web/ui/fields/confirm-form.tsx'
import { kobo, plural } from '#web/ui/format.ts'

interface CancelFormProps {
  buy: { product_name: string; current_participants: number; paid_participants: number }
  /** Money paid and still held, in kobo; null if the viewer may not see it. */
  heldKobo: number | null
  sendKey: string
  reason: string
  /** Deadline and consequences. */
  children: ReactNode
}

/**
 * The form to cancel a buy, with a reason shown to its participants. The confirmation states the number of participants
 * and the amount affected.
 */
export function CancelForm({ buy, heldKobo, sendKey, reason, children }: CancelFormProps) {
  return (
    <section aria-labelledby="cancel" className="border-t border-grain pt-5 md:col-span-2">
      <h2 id="cancel" className="mb-2 text-22">
        Cancel this group buy
      </h2>
      <p className="mb-3 max-w-measure">{children}</p>
      <ConfirmForm
        question={`Cancel the group buy of ${buy.product_name}?`}
        detail={stakeText(buy, heldKobo)}
        confirmLabel="Cancel group buy"
        cancelLabel="Keep it open"
        fields={{ intent: 'cancel', key: sendKey }}
        className={buttonClass({ tone: 'danger' })}
        choice={
          <TextArea
            label="Reason"
            name="reason"
            rows={2}
            maxLength={300}
            defaultValue={reason}
            hint="The lorry broke down; the new date is not known."
          />
        }
      >
        Cancel group buy
      </ConfirmForm>
    </section>
  )
}

function stakeText(
  { current_participants: joined, paid_participants: paid }: CancelFormProps['buy'],
  heldKobo: number | null,
) {
  if (joined === 0) return 'Nobody has joined it. This cannot be undone.'
  const money = heldKobo === null || heldKobo === 0 ? '' : ` ${kobo(heldKobo)} goes back to them.`
  const { least, most } = refundBusinessDays
  const times = paid === 0 ? '' : ` PEPS are back within minutes, naira takes ${least} to ${most} business days.`
  return `${plural(joined, 'person has', 'people have')} joined and ${plural(paid, 'person has', 'people have')} paid.${money}${times} All of them are told at once. This cannot be undone.`
}
