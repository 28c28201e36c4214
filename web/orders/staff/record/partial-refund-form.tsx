import { Form, useLocation, useNavigation } from 'react-router'
import type { FormResult } from '#web/forms/form.ts'
import { useFormFields } from '#web/forms/form-fields.tsx'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/controls/select-field.tsx'
import { TextArea, TextField } from '#web/ui/controls/text-field.tsx'
import { ConfirmInPlace } from '#web/ui/fields/confirm-form.tsx'
import { kobo } from '#web/ui/format.ts'
import { type PartialRefundFigures, partialRefundText } from './partial-refund-text.ts'

interface PartialRefundResult extends FormResult {
  /** The amounts to confirm. */
  figures?: PartialRefundFigures
}

interface PartialRefundFormProps {
  sendKey: string
  result: PartialRefundResult | undefined
  names: { buyer: string; shop: string }
}

/** First asks for the amount; then shows the figures the server computed from it, to be confirmed. */
export function PartialRefundForm({ sendKey, result, names }: PartialRefundFormProps) {
  const { pathname } = useLocation()
  const busy = useNavigation().state === 'submitting'
  const { form, field, errors } = useFormFields(result)
  return (
    <section aria-labelledby="give-back" className="border-t border-grain pt-5 md:col-span-2">
      <h2 id="give-back" className="mb-2 text-22">
        Refund part of this order
      </h2>
      <p className="mb-3 max-w-measure">
        For goods that came short or damaged. The buyer gets the goods’ price and its part of the fee, and a part of the
        referral reward is taken back. Held money is refunded first; money already released is taken from the vendor’s
        balance, and the rest is our loss. This cannot be undone.
      </p>
      {result?.figures && (
        <div className="mb-5">
          <ConfirmInPlace
            key={result.figures.returned_kobo}
            question={`Give back ${kobo(result.figures.returned_kobo)} to ${names.buyer}?`}
            detail={partialRefundText(result.figures, names)}
            confirmLabel="Give back"
            cancelLabel="Do not refund"
            cancelTo={pathname}
            fields={{ ...result.values, expected: String(result.figures.returned_kobo), key: sendKey }}
          />
        </div>
      )}
      <Form ref={form} method="post" noValidate className="grid max-w-[560px] gap-4">
        <TextField
          label="Value of the goods to refund"
          prefix="₦"
          inputMode="decimal"
          {...field('goods')}
          error={errors.goods_kobo ?? errors.goods}
          hint="Without the fee"
        />
        <SelectField
          label="Who pays"
          {...field('payer')}
          options={[
            { value: 'vendor', label: 'The vendor' },
            { value: 'market', label: 'We do (goods that were handed over)' },
          ]}
        />
        <TextArea
          label="Reason"
          rows={2}
          maxLength={300}
          {...field('reason')}
          hint="The buyer and the vendor read it. Example: One of two bags was torn."
        />
        <div>
          <Button tone="plain" busy={busy} busyLabel="Calculating">
            See the refund
          </Button>
        </div>
      </Form>
    </section>
  )
}
