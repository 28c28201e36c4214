import { useLingui } from '@lingui/react'
import type { ReactNode } from 'react'
import { Form, Link, useLocation, useNavigation } from 'react-router'
import { translate } from '#web/languages/translate.ts'
import { Button, LinkButton } from './button.tsx'
import { PageHeading } from './headings.tsx'
import { Notice } from './notice.tsx'
import { TextArea } from './text-field.tsx'

interface ReportPageProps {
  title: string
  lead: string
  /** The result of the last report; `typed` is a rejected reason. */
  outcome: { ok: boolean; text: string; typed: string } | undefined
  signedIn: boolean
  back: { to: string; label: string }
  /** The text to report. */
  children: ReactNode
}

/** A page for reporting a public text to the staff. Sends `reason`, with or without scripts. */
export function ReportPage({ title, lead, outcome, signedIn, back, children }: ReportPageProps) {
  const { i18n } = useLingui()
  const { pathname } = useLocation()
  const busy = useNavigation().state === 'submitting'
  return (
    <>
      <PageHeading lead={lead}>{title}</PageHeading>
      {outcome && (
        <Notice tone={outcome.ok ? 'success' : 'error'} className="mb-5">
          {translate(i18n, outcome.text)}
        </Notice>
      )}
      <div className="mb-6 max-w-measure border-l-4 border-grain pl-3">{children}</div>
      {!signedIn && (
        <LinkButton to={`/auth?next=${encodeURIComponent(pathname)}`}>{i18n.t('Sign in to report it')}</LinkButton>
      )}
      {signedIn && !outcome?.ok && (
        <Form method="post" className="grid max-w-[560px] gap-4">
          <TextArea
            label={i18n.t('Why it is abuse')}
            name="reason"
            rows={3}
            required
            maxLength={500}
            defaultValue={outcome?.typed ?? ''}
          />
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
