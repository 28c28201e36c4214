import { Form, useNavigation } from 'react-router'
import { FAIL_REASONS, failReasons } from '#domain/delivery-runs/failed-delivery.ts'
import { UploadField } from '#web/files/uploads/upload-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/controls/text-field.tsx'
import type { Stop } from './queries.ts'

/** The rider's report of a failed delivery: the reason, and a picture of the door. */
export function FailForm({ stop, formKey }: { stop: Stop; formKey: string }) {
  const busy = useNavigation().formData?.get('stop_id') === stop.id
  return (
    <details className="mt-2">
      <summary className="min-h-11 cursor-pointer py-2.5 font-semibold text-adire underline underline-offset-4">
        Could not hand over<span className="sr-only"> order {stop.order_no}</span>
      </summary>
      <Form method="post" encType="multipart/form-data" className="mt-2 grid gap-4">
        <input type="hidden" name="key" value={`${formKey}-${stop.id}`} />
        <input type="hidden" name="stop_id" value={stop.id} />
        <input type="hidden" name="order_no" value={stop.order_no} />
        <fieldset>
          <legend className="field-label mb-1">Why?</legend>
          {FAIL_REASONS.map((reason) => (
            <label key={reason} className="flex min-h-11 items-center gap-3">
              <input type="radio" name="reason" value={reason} required className="size-5 shrink-0" />{' '}
              {failReasons[reason].choice}
            </label>
          ))}
        </fieldset>
        <TextArea label="Note" name="note" rows={2} maxLength={300} required={false} />
        <UploadField
          label="Photo of the door"
          hint="Needed where nobody was there or you could not find it. Seen by coordinators and chiefs only."
          name="photo"
          choose="Take a photo"
          bucket="hand-over-photos"
          accept="image/*"
          capture="environment"
          most={1}
          required={false}
        />
        <div>
          <Button name="intent" value="fail" tone="danger" busy={busy} busyLabel="Saving">
            Not delivered
          </Button>
        </div>
      </Form>
    </details>
  )
}
