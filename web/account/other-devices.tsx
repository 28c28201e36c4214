import { Notice } from '#web/ui/notice.tsx'
import { SecurityForm } from './security-form.tsx'
import type { SecurityOutcome } from './security-forms.ts'

export function OtherDevices({ outcome }: { outcome: SecurityOutcome | undefined }) {
  const refused = outcome?.intent === 'others' ? outcome.field : undefined
  return (
    <SecurityForm
      title="Devices"
      intent="others"
      outcome={outcome}
      submitLabel="Sign out other devices"
      lead="Lost a phone, or signed in somewhere you do not trust? This device stays signed in."
    >
      {refused && <Notice tone="error">{refused}</Notice>}
    </SecurityForm>
  )
}
