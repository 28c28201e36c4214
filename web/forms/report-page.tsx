import { useLingui } from '@lingui/react'
import type { ReactNode } from 'react'
import { Form, Link, useLocation, useNavigation } from 'react-router'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/controls/text-field.tsx'
import { PageHeading } from '#web/ui/headings.tsx'
import type { FormResult } from './form.ts'
import { useFormFields } from './form-fields.tsx'
import { OutcomeNotice } from './outcome.tsx'

interface ReportPageProps {
  title: string
  lead: string
  result: FormResult | undefined
  signedIn: boolean
  back: { to: string; label: string }
  /** The text to report. */
  children: ReactNode
}

/** A page for reporting a public text to the staff. Sends `reason`, with or without scripts. */
export function ReportPage({ title, lead, result, signedIn, back, children }: ReportPageProps) {
  const { i18n } = useLingui()
  const { form, field } = useFormFields(result)
  const { pathname } = useLocation()
  const busy = useNavigation().state === 'submitting'
  return (
    <>
      <PageHeading lead={lead}>{title}</PageHeading>
      <OutcomeNotice outcome={result} />
      <div className="mb-6 max-w-measure border-l-4 border-grain pl-3">{children}</div>
      {!signedIn && (
        <LinkButton to={`/auth?next=${encodeURIComponent(pathname)}`}>{i18n.t('Sign in to report it')}</LinkButton>
      )}
      {signedIn && !result?.ok && (
        <Form ref={form} method="post" className="grid max-w-[560px] gap-4">
          <TextArea label={i18n.t('Why it is abuse')} {...field('reason')} rows={3} required maxLength={500} />
          <div>
            <Button busy={busy} busyLabel={i18n.t('Sending')}>
              {i18n.t('Report')}
            </Button>
          </div>
        </Form>
      )}
      <p className="mt-6">
        <Link to={back.to} className="inline-flex min-h-11 items-center text-link">
          {back.label}
        </Link>
      </p>
    </>
  )
}
