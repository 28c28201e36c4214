import { useLingui } from '@lingui/react'
import { Form, useNavigation } from 'react-router'
import {
  CIRCLE_KINDS,
  type CircleKind,
  MAX_DUE_DAY,
  MAX_MONTHS,
  MAX_SEATS,
  MIN_MONTHS,
  MIN_SEATS,
} from '#domain/ajo/circle.ts'
import type { FormResult } from '#web/forms/form.ts'
import { useFormFields } from '#web/forms/form-fields.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { RadioChoice } from '#web/ui/fields/radio-choice.tsx'
import { naira } from '#web/ui/format.ts'
import { SectionHeading } from '#web/ui/headings.tsx'

interface CircleFormProps {
  limits: { leastNaira: number; mostNaira: number; offersTurns: boolean }
  sendKey: string
  result: FormResult | undefined
}

const KIND_LABELS: Record<CircleKind, string> = {
  basket: /*i18n*/ 'A basket: each month everybody orders the same, from their own money',
  turns: /*i18n*/ 'Turns: each month one member orders from the sums of all',
}

/** Sets up a circle. The choice of its kind is shown if circles that take turns are open. */
export function CircleForm({ limits, sendKey, result }: CircleFormProps) {
  const { i18n } = useLingui()
  const busy = useNavigation().state === 'submitting'
  const { form, field, values } = useFormFields(result)
  return (
    <section aria-labelledby="start">
      <SectionHeading id="start">{i18n.t('Start a circle')}</SectionHeading>
      <p className="mb-4">
        {i18n.t(
          'You set the rules now, and they never change. Then you share a link, and people read the rules before they join.',
        )}
      </p>
      <Form ref={form} method="post" noValidate className="grid gap-4">
        <input type="hidden" name="key" value={sendKey} />
        <TextField label={i18n.t('The name of the circle')} {...field('name')} required maxLength={60} />
        {limits.offersTurns && (
          <RadioChoice
            legend={i18n.t('What kind of circle?')}
            name="kind"
            options={CIRCLE_KINDS.map((kind) => ({ value: kind, label: i18n.t(KIND_LABELS[kind]) }))}
            chosen={values?.kind ?? 'basket'}
          />
        )}
        <TextField
          label={i18n.t('The sum a month')}
          {...field('monthly')}
          required
          prefix="₦"
          inputMode="decimal"
          hint={i18n.t('From {least} to {most} for each member.', {
            least: naira(limits.leastNaira),
            most: naira(limits.mostNaira),
          })}
        />
        <TextField
          label={i18n.t('How many members')}
          {...field('seats')}
          required
          inputMode="numeric"
          hint={i18n.t('{least} to {most}, with you.', { least: MIN_SEATS, most: MAX_SEATS })}
        />
        <TextField
          label={i18n.t('How many months')}
          {...field('months')}
          required={!limits.offersTurns}
          inputMode="numeric"
          hint={
            limits.offersTurns
              ? i18n.t('{least} to {most}. Turns go on for as many months as there are members, at most {most}.', {
                  least: MIN_MONTHS,
                  most: MAX_MONTHS,
                })
              : i18n.t('{least} to {most}.', { least: MIN_MONTHS, most: MAX_MONTHS })
          }
        />
        <TextField
          label={i18n.t('Day of the month on which everybody pays')}
          {...field('due_day')}
          required
          inputMode="numeric"
          hint={i18n.t('1 to {most}.', { most: MAX_DUE_DAY })}
        />
        <Button className="justify-self-start" busy={busy} busyLabel={i18n.t('Saving')}>
          {i18n.t('Set up the circle')}
        </Button>
      </Form>
    </section>
  )
}
