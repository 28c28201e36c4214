import { Form, useNavigation } from 'react-router'
import { useFormFields } from '#web/forms/form-fields.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/controls/text-field.tsx'
import { kobo } from '#web/ui/format.ts'
import type { ClaimFormProps } from './claim-forms.tsx'
import { EvidenceField } from './parts.tsx'

/** The vendor's form to accept or contest a claim. */
export function AnswerForm({ claim, sendKey, result }: ClaimFormProps) {
  const { form, field, errors } = useFormFields(result)
  const busy = useNavigation().formData?.get('intent')
  const request = claim.preferred_outcome === 'refund' ? `${kobo(claim.requested_kobo)} of goods back` : 'a replacement'
  return (
    <Form ref={form} method="post" encType="multipart/form-data" noValidate className="grid max-w-[560px] gap-4">
      <input type="hidden" name="key" value={sendKey} />
      <p>
        The buyer wants <strong>{request}</strong>. If you accept, it is carried out at your cost. If you contest it,
        our staff look at both sides.
      </p>
      <TextArea
        label="Your answer"
        {...field('text')}
        rows={4}
        maxLength={2000}
        hint="Needed if you contest it. The buyer reads it."
      />
      <EvidenceField error={errors.evidence} />
      <div className="flex flex-wrap gap-3">
        <Button name="intent" value="accept" busy={busy === 'accept'} busyLabel="Accepting">
          Accept
        </Button>
        <Button name="intent" value="contest" tone="plain" busy={busy === 'contest'} busyLabel="Sending">
          Contest
        </Button>
      </div>
    </Form>
  )
}
