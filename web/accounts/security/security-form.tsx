import { useLingui } from '@lingui/react'
import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import { translate } from '#web/languages/translate.ts'
import { Button } from '#web/ui/button.tsx'
import { SectionHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { SecurityIntent, SecurityOutcome } from './security-forms.ts'

export interface SecurityPartProps {
  outcome: SecurityOutcome | undefined
  needsProof: boolean
}

interface SecurityFormProps {
  title: string
  intent: SecurityIntent
  outcome: SecurityOutcome | undefined
  submitLabel: string
  lead?: ReactNode
  children?: ReactNode
}

/** A section with a form that shows its own result. */
export function SecurityForm({ title, intent, outcome, submitLabel, lead, children }: SecurityFormProps) {
  const { i18n } = useLingui()
  const sending = useNavigation().formData?.get('intent') === intent
  const mine = outcome?.intent === intent ? outcome : undefined
  return (
    <section aria-labelledby={`${intent}-heading`}>
      <SectionHeading id={`${intent}-heading`}>{title}</SectionHeading>
      {lead && <p className="mb-4 text-soft">{lead}</p>}
      {mine?.notice && (
        <Notice tone="success" className="mb-4">
          {translate(i18n, mine.notice)}
        </Notice>
      )}
      <Form method="post" noValidate preventScrollReset className="grid gap-4">
        {/* Enter activates the first submit button, which sends the intent. */}
        <button type="submit" name="intent" value={intent} hidden tabIndex={-1} aria-hidden />
        {children}
        <Button
          type="submit"
          name="intent"
          value={intent}
          tone="plain"
          className="justify-self-start"
          busy={sending}
          busyLabel={i18n.t('Saving')}
        >
          {submitLabel}
        </Button>
      </Form>
    </section>
  )
}
