import { useLingui } from '@lingui/react'
import { Form, useNavigation } from 'react-router'
import type { FormResult } from '#web/forms/form.ts'
import { useFormFields } from '#web/forms/form-fields.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/controls/text-field.tsx'
import type { Claim } from './queries.ts'

export interface ClaimFormProps {
  claim: Claim
  sendKey: string
  result: FormResult | undefined
}

/** A text to the other side with one button: for withdrawing and appealing. */
export function MessageForm({
  sendKey,
  result,
  intent,
}: Omit<ClaimFormProps, 'claim'> & { intent: 'withdraw' | 'appeal' }) {
  const { i18n } = useLingui()
  const busy = useNavigation().formData?.get('intent') === intent
  const { form, field } = useFormFields(result?.values.intent === intent ? result : undefined)
  const appeals = intent === 'appeal'
  return (
    <Form ref={form} method="post" noValidate className="grid max-w-[560px] gap-4">
      <input type="hidden" name="key" value={sendKey} />
      <input type="hidden" name="intent" value={intent} />
      <TextArea
        label={appeals ? i18n.t('What should be looked at again') : i18n.t('Why you withdraw it')}
        {...field('text')}
        rows={3}
        maxLength={2000}
        required={appeals}
      />
      <div>
        <Button tone="plain" busy={busy} busyLabel={i18n.t('Sending')}>
          {appeals ? i18n.t('Appeal to a chief') : i18n.t('Withdraw the claim')}
        </Button>
      </div>
    </Form>
  )
}
