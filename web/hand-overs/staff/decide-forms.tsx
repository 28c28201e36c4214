import { Form, useNavigation } from 'react-router'
import {
  MIN_CALL_DAYS,
  UNCOLLECTED_DECISIONS,
  type UncollectedDecision,
  uncollectedDecisionFault,
} from '#domain/hand-overs/uncollected.ts'
import { RESALE_PERCENT } from '#domain/payments/typed-amounts.ts'
import { formatInEnglish } from '#domain/texts/translatable-text.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { ContactLinks } from '#web/desk/reach-buyer.tsx'
import type { FormResult } from '#web/forms/form.ts'
import { useFormFields } from '#web/forms/form-fields.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextArea, TextField } from '#web/ui/controls/text-field.tsx'
import { RadioChoice } from '#web/ui/fields/radio-choice.tsx'
import { kobo } from '#web/ui/format.ts'
import { SectionHeading } from '#web/ui/headings.tsx'
import type { HeldHandOver, Uncollected } from '../holding-queries.ts'
import type { DecisionResult } from './decide-action.ts'

interface DecisionFormsProps {
  /** Idempotency key, made by the client. */
  formKey: string
  result: FormResult | undefined
}

const ANSWERS = [
  { value: 'no', label: 'Nobody answered' },
  { value: 'yes', label: 'I spoke with the buyer' },
]

/** Shows the buyer's number on request; each access is recorded in the audit log. */
export function ContactForm({ contact }: { contact: DecisionResult['contact'] }) {
  const busy = useNavigation().formData?.get('intent') === 'contact'
  return (
    <section aria-labelledby="contact">
      <SectionHeading id="contact">Call the buyer</SectionHeading>
      {contact ? (
        <ContactLinks {...contact} />
      ) : (
        <Form method="post" className="grid max-w-measure gap-3">
          <input type="hidden" name="intent" value="contact" />
          <p className="text-14 text-soft">The audit log records that you looked.</p>
          <div>
            <Button busy={busy} busyLabel="Looking up">
              Show the phone number
            </Button>
          </div>
        </Form>
      )}
    </section>
  )
}

/** Logs a call to the buyer. */
export function CallForm({ formKey, result }: DecisionFormsProps) {
  const busy = useNavigation().formData?.get('intent') === 'call'
  const { form, field, values } = useFormFields(result?.values.intent === 'call' ? result : undefined)
  return (
    <section aria-labelledby="call">
      <SectionHeading id="call">Log a call</SectionHeading>
      <Form ref={form} method="post" noValidate className="grid max-w-measure gap-4">
        <input type="hidden" name="key" value={`${formKey}-call`} />
        <input type="hidden" name="intent" value="call" />
        <RadioChoice legend="The call" name="answered" options={ANSWERS} chosen={values?.answered || 'no'} />
        <TextArea
          label="What was said"
          {...field('note')}
          rows={2}
          maxLength={300}
          required
          hint="The buyer reads it. Never ask for a code by phone."
        />
        <div>
          <Button tone="plain" busy={busy} busyLabel="Saving">
            Save this call
          </Button>
        </div>
      </Form>
    </section>
  )
}

const DECISIONS: Record<UncollectedDecision, string> = {
  resale: 'Sold for the buyer',
  donation: 'Given away',
  spoiled: 'Spoiled: it can neither be sold nor given away',
}

const MONEY = [
  { value: 'place', label: 'In cash at the place, which owes it until it is deposited' },
  { value: 'bank', label: 'In our bank account' },
]

interface DecideFormProps extends DecisionFormsProps {
  held: HeldHandOver
  uncollected: Uncollected
  /** The price that the buyer paid for the remaining goods, in kobo. */
  worth: number
}

const share = (worth: number, percent: number) => kobo(Math.round((worth * percent) / 100))

/** Records the agreed outcome. Options the rules do not allow yet say why. */
export function DecideForm({ formKey, result, held, uncollected, worth }: DecideFormProps) {
  const busy = useNavigation().formData?.get('intent') === 'decide'
  const { form, field, errors, values } = useFormFields(result?.values.intent === 'decide' ? result : undefined)
  const { preferred_outcome: preferredOutcome, perishes } = uncollected
  const calls = uncollected.calls.map(({ reached, called_at }) => ({ reached, day: lagosDate(new Date(called_at)) }))
  const options = UNCOLLECTED_DECISIONS.filter((decision) => decision !== 'spoiled' || perishes).map((value) => {
    const fault = uncollectedDecisionFault({ preferredOutcome, perishes, calls }, value)
    return {
      value,
      label: fault ? `${DECISIONS[value]}. ${formatInEnglish(fault.message)}` : DECISIONS[value],
      disabled: fault !== null,
    }
  })
  const first = options.find(({ disabled }) => !disabled)?.value ?? ''
  return (
    <section aria-labelledby="decide">
      <SectionHeading id="decide">Decide</SectionHeading>
      <p className="mb-3 max-w-measure text-soft">
        The buyer agrees in their own account. If nobody answers on {MIN_CALL_DAYS} different days, the goods may be
        sold for them. Delivery is chosen and paid for by the buyer at the order.
      </p>
      <Form ref={form} method="post" noValidate className="grid max-w-measure gap-4">
        <input type="hidden" name="key" value={`${formKey}-decide`} />
        <input type="hidden" name="intent" value="decide" />
        <input type="hidden" name="hand_over_id" value={held.id} />
        <RadioChoice
          legend="How it was resolved"
          name="decision"
          options={options}
          chosen={values?.decision || first}
        />
        <TextField
          label="What the sale brought"
          {...field('proceeds')}
          prefix="₦"
          inputMode="decimal"
          error={errors.proceeds_kobo}
          hint={`For a sale alone. The buyer paid ${kobo(worth)} for these goods: ${share(worth, RESALE_PERCENT.usualFrom)} to ${share(worth, RESALE_PERCENT.usualTo)} is usual, and anything else takes a colleague too.`}
        />
        <RadioChoice legend="Where the money is" name="money_at" options={MONEY} chosen={values?.money_at || 'place'} />
        <TextField
          label="Entry on the bank’s statement"
          {...field('bank_entry')}
          maxLength={60}
          required={false}
          error={errors.bank_entry ?? errors.money_at}
          hint="For money that has arrived in our bank. Each entry counts once."
        />
        <TextArea label="Reason" {...field('reason')} rows={3} maxLength={300} required hint="The buyer reads it." />
        <div>
          <Button busy={busy} busyLabel="Saving" disabled={first === ''}>
            Decide
          </Button>
        </div>
      </Form>
    </section>
  )
}
