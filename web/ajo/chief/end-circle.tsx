import { RecordSection } from '#web/desk/records/record-screen.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/controls/text-field.tsx'
import { ConfirmForm } from '#web/ui/fields/confirm-form.tsx'
import { kobo } from '#web/ui/format.ts'

interface EndCircleProps {
  name: string
  heldKobo: number
  /** A reason that was refused, to be corrected. */
  reason: string
}

/** Ends a circle that must not go on, such as for fraud or on the order of a court. */
export function EndCircle({ name, heldKobo, reason }: EndCircleProps) {
  return (
    <RecordSection id="end" title="End the circle">
      <ConfirmForm
        question={`End ${name}?`}
        detail={`${kobo(heldKobo)} goes back to its members, to where they paid from. What they have ordered stays theirs. This cannot be undone.`}
        confirmLabel="End the circle"
        cancelLabel="Let it go on"
        fields={{ intent: 'end' }}
        className={buttonClass({ tone: 'danger' })}
        choice={
          <TextArea
            label="Reason"
            name="reason"
            rows={3}
            minLength={10}
            maxLength={300}
            required
            defaultValue={reason}
            hint="The members read it."
          />
        }
      >
        End the circle
      </ConfirmForm>
    </RecordSection>
  )
}
