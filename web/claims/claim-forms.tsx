import { useLingui } from '@lingui/react'
import { Form, useNavigation } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import type { ClaimActionResult } from './claim-action.ts'
import type { Claim } from './queries.ts'

export interface ClaimFormProps {
  claim: Claim
  sendKey: string
  lastResult: ClaimActionResult | null
}

/** A text to the other side with one button: for withdrawing and appealing. */
export function MessageForm({
  sendKey,
  lastResult,
  intent,
}: Omit<ClaimFormProps, 'claim'> & { intent: 'withdraw' | 'appeal' }) {
  const { i18n } = useLingui()
  const busy = useNavigation().formData?.get('intent') === intent
  const appeals = intent === 'appeal'
  return (
    <Form method="post" noValidate className="grid max-w-[560px] gap-4">
      <input type="hidden" name="key" value={sendKey} />
      <input type="hidden" name="intent" value={intent} />
      <TextArea
        label={appeals ? i18n.t('What should be looked at again') : i18n.t('Why you withdraw it')}
        name="text"
        rows={3}
        maxLength={2000}
        required={appeals}
        defaultValue={lastResult?.values.intent === intent ? lastResult.values.text : ''}
        error={lastResult?.values.intent === intent ? lastResult.errors.text : null}
      />
      <div>
        <Button tone="plain" busy={busy} busyLabel={i18n.t('Sending')}>
          {appeals ? i18n.t('Appeal to a chief') : i18n.t('Withdraw the claim')}
        </Button>
      </div>
    </Form>
  )
}
