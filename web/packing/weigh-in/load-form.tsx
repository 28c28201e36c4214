import { Form, useNavigation } from 'react-router'
import { gramsOfUnit } from '#domain/packing/weights.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea, TextField } from '#web/ui/controls/text-field.tsx'
import { SectionHeading } from '#web/ui/headings.tsx'
import { PictureInput } from '../shortfalls/shortfalls.tsx'
import type { Delivery } from './delivery-queries.ts'

interface LoadFormProps {
  delivery: Delivery
  formKey: string
  typed: Readonly<Record<string, string>>
}

/** Form for the count and weight of an arrived load. */
export function LoadForm({ delivery, formKey, typed }: LoadFormProps) {
  const busy = useNavigation().state === 'submitting'
  const each = gramsOfUnit({ unit: delivery.unit, name: delivery.product_name })
  return (
    <section aria-labelledby="load">
      <SectionHeading id="load">{delivery.parts === 0 ? 'Weigh in a load' : 'Weigh in another load'}</SectionHeading>
      <Form method="post" encType="multipart/form-data" className="grid gap-4">
        <input type="hidden" name="intent" value="load" />
        <input type="hidden" name="key" value={formKey} />
        <input type="hidden" name="part" value={delivery.parts + 1} />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={`Units counted (${delivery.unit})`}
            name="units"
            type="number"
            inputMode="numeric"
            min={1}
            step={1}
            required
            defaultValue={typed.units}
          />
          <TextField
            label="Kilograms weighed"
            hint="Such as 49.5."
            name="kilograms"
            inputMode="decimal"
            required={each !== null}
            maxLength={14}
            defaultValue={typed.kilograms}
          />
        </div>
        <TextField label="Shelf" name="shelf" required={false} maxLength={40} defaultValue={typed.shelf} />
        <TextArea label="Note" name="note" rows={2} required={false} maxLength={300} defaultValue={typed.note} />
        <PictureInput />
        <p>
          <Button busy={busy} busyLabel="Entering">
            Enter this load
          </Button>
        </p>
      </Form>
    </section>
  )
}
