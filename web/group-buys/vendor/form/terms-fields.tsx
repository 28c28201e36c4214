import type { useFormFields } from '#web/forms/form-fields.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { count } from '#web/ui/format.ts'
import type { ProductChoice } from '../queries.ts'

interface TermsFieldsProps {
  field: (name: string) => ReturnType<ReturnType<typeof useFormFields>['field']>
  product: ProductChoice | undefined
  /** For a buy that is opened again: its sharing day moves too. */
  hasSharingDay: boolean
}

/** Target, dates and participants of a group buy. */
export function TermsFields({ field, product, hasSharingDay }: TermsFieldsProps) {
  const number = (name: string) => ({ ...field(name), inputMode: 'numeric' as const, autoComplete: 'off' })
  return (
    <div className="field-row grid gap-x-5 md:grid-cols-2">
      <TextField
        label="Target quantity"
        {...number('target_quantity')}
        hint={
          product
            ? `Units for everyone together. In stock: ${count(product.available_quantity)}`
            : 'Units for everyone together'
        }
      />
      <TextField
        label="Window closes"
        type="datetime-local"
        {...field('end_date')}
        hint="Lagos time; open for at least 24 hours, and closed 2 days before the sharing day"
      />
      {hasSharingDay && (
        <TextField
          label="Sharing day"
          type="date"
          {...field('share_date')}
          hint="It becomes the sharing day of the product too. Payment is due 2 days before it"
        />
      )}
      <TextField
        label="Minimum participants"
        {...number('min_participants')}
        hint="With fewer paid people than this, the buy fails and everyone is refunded"
      />
      <TextField label="Maximum participants" {...number('max_participants')} required={false} hint="Empty: no limit" />
    </div>
  )
}
