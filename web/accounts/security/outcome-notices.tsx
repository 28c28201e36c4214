import { useLingui } from '@lingui/react'
import { translate } from '#web/languages/translate.ts'
import { Notice } from '#web/ui/notice.tsx'
import type { SecurityOutcome } from './security-forms.ts'

/** The success or the fault of a section's form. */
export function OutcomeNotices({ outcome }: { outcome: SecurityOutcome | undefined }) {
  const { i18n } = useLingui()
  return (
    <>
      {outcome?.notice && (
        <Notice tone="success" className="mb-4">
          {translate(i18n, outcome.notice)}
        </Notice>
      )}
      {outcome?.field && (
        <Notice tone="error" className="mb-4">
          {translate(i18n, outcome.field)}
        </Notice>
      )}
    </>
  )
}
