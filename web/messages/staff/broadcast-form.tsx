import { Form, useNavigation } from 'react-router'
import {
  MAX_NOTICE_LENGTH,
  MAX_NOTICE_TITLE,
  REGION_AUDIENCES,
  regionAudienceLabels,
} from '#domain/messages/region-notices.ts'
import type { FormResult } from '#web/forms/form.ts'
import { useFormFields } from '#web/forms/form-fields.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextArea, TextField } from '#web/ui/controls/text-field.tsx'
import { RadioChoice } from '#web/ui/fields/radio-choice.tsx'

interface BroadcastFormProps {
  states: readonly string[]
  result: FormResult | undefined
  /** The button to send is above. */
  isPreviewed: boolean
}

export function BroadcastForm({ states, result, isPreviewed }: BroadcastFormProps) {
  const { form, field, values, errors } = useFormFields(result?.values.title === undefined ? undefined : result)
  const busy = useNavigation().formData?.get('intent') === 'preview'
  const chosen = values?.states?.split('|') ?? (states.length === 1 ? states : [])
  return (
    <Form ref={form} method="post" noValidate className="grid max-w-measure gap-5">
      <fieldset>
        <legend className="mb-1 font-semibold">States</legend>
        {errors.states && <p className="text-pepper">{String(errors.states)}</p>}
        <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-3">
          {states.map((state) => (
            <label key={state} className="flex min-h-11 items-center gap-3">
              <input
                type="checkbox"
                name="states"
                value={state}
                defaultChecked={chosen.includes(state)}
                className="size-5 shrink-0"
              />
              <span className="min-w-0 break-words">{state}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <RadioChoice
        legend="To"
        name="audience"
        chosen={values?.audience ?? 'all'}
        options={REGION_AUDIENCES.map((audience) => ({ value: audience, label: regionAudienceLabels[audience] }))}
      />
      <TextField label="Title" {...field('title')} required maxLength={MAX_NOTICE_TITLE} />
      <TextArea
        label="Message"
        {...field('message')}
        rows={5}
        required
        maxLength={MAX_NOTICE_LENGTH}
        hint="At most 500 characters. Each person gets it in Ajoja, and by mail and on the phone as they chose."
      />
      <div>
        <Button name="intent" value="preview" tone={isPreviewed ? 'plain' : 'primary'} busy={busy} busyLabel="Counting">
          See it before it is sent
        </Button>
      </div>
    </Form>
  )
}
