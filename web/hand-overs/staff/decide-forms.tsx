import { Form, useNavigation } from 'react-router'
import { lagosDate } from '#domain/calendar.ts'
import {
  MIN_CALL_DAYS,
  UNCOLLECTED_DECISIONS,
  type UncollectedDecision,
  uncollectedDecisionFault,
} from '#domain/hand-overs/uncollected.ts'
import { RESALE_PERCENT } from '#domain/payments/typed-amounts.ts'
import { ContactLinks } from '#web/desk/reach-buyer.tsx'
import { Button } from '#web/ui/button.tsx'
import { kobo } from '#web/ui/format.ts'
import { SectionHeading } from '#web/ui/headings.tsx'
import { RadioChoice } from '#web/ui/radio-choice.tsx'
import { TextArea, TextField } from '#web/ui/text-field.tsx'
import type { HeldHandOver, Uncollected } from '../holding-queries.ts'
import type { DecisionResult } from './decide-action.ts'

interface DecisionFormsProps {
  /** Idempotency key, made by the client. */
  formKey: string
  lastResult: DecisionResult | undefined
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
export function CallForm({ formKey, lastResult }: DecisionFormsProps) {
  const busy = useNavigation().formData?.get('intent') === 'call'
  const own = lastResult?.values.intent === 'call' ? lastResult : undefined
  return (
    <section aria-labelledby="call">
      <SectionHeading id="call">Log a call</SectionHeading>
      <Form method="post" noValidate className="grid max-w-measure gap-4">
        <input type="hidden" name="key" value={`${formKey}-call`} />
        <input type="hidden" name="intent" value="call" />
        <RadioChoice legend="The call" name="answered" options={ANSWERS} chosen={own?.values.answered || 'no'} />
        <TextArea
          label="What was said"
          name="note"
          rows={2}
          maxLength={300}
          required
          defaultValue={own?.values.note ?? ''}
          error={own?.errors.note}
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
export function DecideForm({ formKey, lastResult, held, uncollected, worth }: DecideFormProps) {
  const busy = useNavigation().formData?.get('intent') === 'decide'
  const own = lastResult?.values.intent === 'decide' ? lastResult : undefined
  const { wish, perishes } = uncollected
  const calls = uncollected.calls.map(({ reached, called_at }) => ({ reached, day: lagosDate(new Date(called_at)) }))
  const options = UNCOLLECTED_DECISIONS.filter((decision) => decision !== 'spoiled' || perishes).map((value) => {
    const fault = uncollectedDecisionFault({ wish, perishes, calls }, value)
    return {
      value,
      label: fault ? `${DECISIONS[value]}. ${fault.message}` : DECISIONS[value],
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
      <Form method="post" noValidate className="grid max-w-measure gap-4">
        <input type="hidden" name="key" value={`${formKey}-decide`} />
        <input type="hidden" name="intent" value="decide" />
        <input type="hidden" name="hand_over_id" value={held.id} />
        <RadioChoice
          legend="How it was resolved"
          name="decision"
          options={options}
          chosen={own?.values.decision || first}
        />
        <TextField
          label="What the sale brought"
          name="proceeds"
          prefix="₦"
          inputMode="decimal"
          defaultValue={own?.values.proceeds ?? ''}
          error={own?.errors.proceeds_kobo}
          hint={`For a sale alone. The buyer paid ${kobo(worth)} for these goods: ${share(worth, RESALE_PERCENT.usualFrom)} to ${share(worth, RESALE_PERCENT.usualTo)} is usual, and anything else takes a colleague too.`}
        />
        <RadioChoice
          legend="Where the money is"
          name="money_at"
          options={MONEY}
          chosen={own?.values.money_at || 'place'}
        />
        <TextField
          label="Entry on the bank’s statement"
          name="bank_entry"
          maxLength={60}
          required={false}
          defaultValue={own?.values.bank_entry ?? ''}
          error={own?.errors.bank_entry ?? own?.errors.money_at}
          hint="For money that has arrived in our bank. Each entry counts once."
        />
        <TextArea
          label="Reason"
          name="reason"
          rows={3}
          maxLength={300}
          required
          defaultValue={own?.values.reason ?? ''}
          error={own?.errors.reason}
          hint="The buyer reads it."
        />
        <div>
          <Button busy={busy} busyLabel="Saving" disabled={first === ''}>
            Decide
          </Button>
        </div>
      </Form>
    </section>
  )
}
