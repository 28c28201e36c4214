import { SHOP_CYCLES_PATH } from '#domain/texts/paths.ts'
import { buttonClass, LinkButton } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/controls/select-field.tsx'
import { ConfirmForm } from '#web/ui/fields/confirm-form.tsx'
import { periodText } from './cycle-text.ts'
import type { OwnCycle } from './queries.ts'

/** Lets the market open the next round each week or month, or leads to where that is managed. */
export function RepeatButton({ cycle }: { cycle: OwnCycle | null }) {
  if (cycle)
    return (
      <LinkButton to={SHOP_CYCLES_PATH} tone="quiet">
        {cycle.status === 'paused' ? 'Repeating is paused' : `Repeats ${periodText(cycle)}`}
      </LinkButton>
    )
  return (
    <ConfirmForm
      className={buttonClass({ tone: 'quiet' })}
      question="Repeat this group buy?"
      detail="We open the next round for you each time, with the same terms and the dates moved on. Buyers may order the same in every round. You can skip a round, pause or end it at any time."
      confirmLabel="Repeat it"
      confirmTone="primary"
      cancelLabel="Do not repeat"
      fields={{ intent: 'repeat' }}
      choice={
        <SelectField
          label="How often"
          name="period"
          options={[
            { value: 'week', label: 'Every week' },
            { value: 'month', label: 'Every month' },
          ]}
        />
      }
    >
      Repeat it
    </ConfirmForm>
  )
}
