import { Form } from 'react-router'
import type { Errors } from '#domain/forms/validation.ts'
import { pauseText } from '#domain/products/pauses.ts'
import { formatInEnglish } from '#domain/texts/translatable-text.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { lagosFieldValue } from '#web/ui/fields/lagos-field.ts'
import { SectionHeading } from '#web/ui/headings.tsx'

interface PauseFormProps {
  pausedUntil: string | null
  /** The rejected input, if it was this form's. */
  rejected: { until: string; errors: Errors } | null
}

/** Takes the product out of sale until a time, or back on sale. */
export function PauseForm({ pausedUntil, rejected }: PauseFormProps) {
  return (
    <section aria-labelledby="pause" className="mt-10 max-w-[720px] border-t border-grain pt-5">
      <SectionHeading id="pause">Pause this product</SectionHeading>
      <p className="mb-3">
        {pausedUntil
          ? `It is not for sale now. ${formatInEnglish(pauseText(new Date(pausedUntil)))}.`
          : 'Buyers see when it is back, and nobody can order it before. It is for sale again by itself. Group buys go on.'}
      </p>
      <Form method="post" encType="multipart/form-data" noValidate className="flex flex-wrap items-end gap-3">
        <TextField
          label="Not for sale until"
          type="datetime-local"
          name="until"
          required
          defaultValue={rejected?.until ?? lagosFieldValue(pausedUntil)}
          error={rejected?.errors.until}
        />
        <Button name="intent" value="pause" tone="plain">
          {pausedUntil ? 'Change the time' : 'Pause'}
        </Button>
        {pausedUntil && (
          <Button name="intent" value="resume" tone="plain">
            Sell it again now
          </Button>
        )}
      </Form>
    </section>
  )
}
