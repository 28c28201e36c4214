import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import type { Errors } from '#domain/validation.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/text-field.tsx'

interface CancelFormProps {
  sendKey: string
  errors: Errors
  reason: string
  /** Until when it is possible, and what it does. */
  children: ReactNode
}

/** Cancelling a buy, with the reason that everybody in it reads. */
export function CancelForm({ sendKey, errors, reason, children }: CancelFormProps) {
  const busy = useNavigation().state === 'submitting'
  return (
    <section aria-labelledby="cancel" className="border-t border-grain pt-5 md:col-span-2">
      <h2 id="cancel" className="mb-2 text-22">
        Cancel this group buy
      </h2>
      <p className="mb-3 max-w-measure">{children}</p>
      <Form method="post" noValidate className="grid max-w-[560px] gap-3">
        <input type="hidden" name="intent" value="cancel" />
        <input type="hidden" name="key" value={sendKey} />
        <TextArea
          label="Reason"
          name="reason"
          rows={2}
          maxLength={300}
          defaultValue={reason}
          error={errors.reason}
          hint="The lorry broke down; the new date is not known."
        />
        <div>
          <Button tone="danger" busy={busy} busyLabel="Cancelling">
            Cancel group buy
          </Button>
        </div>
      </Form>
    </section>
  )
}
