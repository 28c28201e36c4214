import { useLingui } from '@lingui/react'
import { data, Form, Link, useNavigation } from 'react-router'
import { apiContext } from '#web/context.ts'
import { commandResult, keepInputOffline, readForm } from '#web/forms/form.ts'
import { useFormFields } from '#web/forms/form-fields.tsx'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { idParam } from '#web/list-page.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/controls/text-field.tsx'
import { PageHeading } from '#web/ui/headings.tsx'
import type { Route } from './+types/report.ts'
import { messagesBase } from './area.ts'
import { readReportedText } from './report-queries.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const message = idParam(url.searchParams, 'message')
  const broadcast = idParam(url.searchParams, 'broadcast')
  const text = await readReportedText(context.get(apiContext), { message, broadcast })
  if (text === null) throw data(null, 404)
  return { message, broadcast, text, base: messagesBase(url.pathname), key: crypto.randomUUID() }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const report = {
    message_id: form.field('message') || null,
    buy_broadcast_id: form.field('broadcast') || null,
    reason: form.field('reason'),
  }
  const done = await context.get(apiContext).command('report-message', report, form.key)
  return commandResult(form, done, /*i18n*/ 'Thank you. Our staff will look at it and tell you what they decide.')
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

export default function ReportMessage({ loaderData, actionData }: Route.ComponentProps) {
  const { i18n } = useLingui()
  const { message, broadcast, text, base, key } = loaderData
  const { form, field } = useFormFields(actionData)
  const busy = useNavigation().state === 'submitting'
  return (
    <>
      <PageHeading lead={i18n.t('The writer is not told who reported it.')}>{i18n.t('Report a message')}</PageHeading>
      <OutcomeNotice outcome={actionData} />
      <blockquote className="mb-5 max-w-measure border-l-4 border-grain pl-4 break-words whitespace-pre-line">
        {text}
      </blockquote>
      {!actionData?.ok && (
        <Form ref={form} method="post" noValidate className="grid max-w-measure gap-3">
          <input type="hidden" name="message" value={message} />
          <input type="hidden" name="broadcast" value={broadcast} />
          <input type="hidden" name="key" value={key} />
          <TextArea label={i18n.t('What is wrong with it?')} {...field('reason')} rows={3} required maxLength={500} />
          <div>
            <Button busy={busy} busyLabel={i18n.t('Sending')}>
              {i18n.t('Report it')}
            </Button>
          </div>
        </Form>
      )}
      <p className="mt-5 text-link">
        <Link to={base}>{i18n.t('All messages')}</Link>
      </p>
    </>
  )
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const i18n = i18nFromMatches(matches)
  return pageMeta(i18n.t('Report a message'), i18n.t('The writer is not told who reported it.'))
}
