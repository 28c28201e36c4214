import { data, Form, useNavigation } from 'react-router'
import { apiContext } from '#web/context.ts'
import { RecordLink } from '#web/desk/records/record-link.tsx'
import { RecordScreen, RecordSection } from '#web/desk/records/record-screen.tsx'
import { commandResult, keepInputOffline, readForm } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { DataList, type Fact } from '#web/ui/data-list.tsx'
import { datedMoment, plural } from '#web/ui/format.ts'
import { notFoundBoundary } from '#web/ui/not-found-boundary.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Route } from './+types/mail.ts'
import { mailAdvice, mailKind, mailStateLabels, mailTones, omittedContent } from './mail-standing.ts'
import { isRepeatable, type MailState, readMail } from './queries.ts'

const MAIL_NOT_FOUND = 'This mail does not exist'

export async function loader({ params, context }: Route.LoaderArgs) {
  const mail = await readMail(context.get(apiContext), params.id)
  if (!mail) throw data(MAIL_NOT_FOUND, { status: 404 })
  return { mail, key: crypto.randomUUID() }
}

/** Sends a failed mail again. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const sent = await context.get(apiContext).command('send-mail-again', { id: params.id }, form.key)
  return commandResult(form, sent, 'The mail is on its way again.')
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

type MailRecord = NonNullable<Awaited<ReturnType<typeof readMail>>>

/** The columns of a view may be null for the types; those of a mail are not. */
const standingOf = ({ status, kind, error, created_at: at }: MailRecord) => ({
  status: status ?? '',
  kind,
  error,
  created_at: at ?? '',
})

/** A mail of the log: its text as sent, how often it was tried, why it failed, and what it is about. */
export default function MailScreen({ loaderData: { mail, key }, actionData }: Route.ComponentProps) {
  const standing = standingOf(mail)
  const isSending = useNavigation().state === 'submitting'
  return (
    <RecordScreen
      list={{ label: 'Email log', to: '/chief/settings/mails' }}
      title={<span className="wrap-anywhere">{mail.subject}</span>}
      lead={<span className="wrap-anywhere">To {mail.recipient_email}.</span>}
      status={
        <Badge tone={mailTones[standing.status] ?? 'plain'}>
          {mailStateLabels[standing.status as MailState] ?? standing.status}
        </Badge>
      }
      notices={
        <>
          <OutcomeNotice outcome={actionData} />
          {standing.status === 'failed' && (
            <Notice tone="warning" className="mb-5" title="It could not be sent.">
              {mail.error && <span className="block wrap-anywhere">{mail.error}</span>}
              {mailAdvice(standing)}
            </Notice>
          )}
        </>
      }
      acts={
        isRepeatable(standing) && (
          <Form method="post">
            <input type="hidden" name="key" value={key} />
            <Button busy={isSending} busyLabel="Sending">
              Send again
            </Button>
          </Form>
        )
      }
    >
      <RecordSection id="delivery" title="Delivery">
        <DataList facts={deliveryFacts(mail)} />
      </RecordSection>
      <RecordSection id="text" title="Text as sent">
        {mail.content ? (
          <p className="max-w-measure rounded-card border border-grain bg-card p-4 wrap-anywhere whitespace-pre-wrap">
            {mail.content}
          </p>
        ) : (
          <p className="text-soft">{omittedContent(mail.kind) || 'Its text is no longer stored.'}</p>
        )}
      </RecordSection>
    </RecordScreen>
  )
}

function deliveryFacts(mail: MailRecord): Fact[] {
  const { person, order, attempts, sent_at: sent, next_attempt_at: next, status } = mail
  return [
    { label: 'Kind', value: mailKind(mail.kind ?? undefined) },
    ...(person
      ? [
          {
            label: 'Person',
            value: (
              <RecordLink kind="person" id={person.id}>
                {person.full_name || 'a person without a name'}
              </RecordLink>
            ),
          },
        ]
      : []),
    ...(order
      ? [
          {
            label: 'About',
            value: (
              <RecordLink kind="order" id={order.id}>
                Order {order.order_no}
              </RecordLink>
            ),
          },
        ]
      : []),
    { label: 'Queued', value: datedMoment(mail.created_at ?? '') },
    { label: 'Tried', value: attempts === null ? 'no longer known' : plural(attempts, 'time') },
    { label: 'Sent', value: sent ? datedMoment(sent) : 'not yet' },
    ...(status === 'pending' && next ? [{ label: 'Next try', value: datedMoment(next) }] : []),
    ...(status !== 'failed' && mail.last_error ? [{ label: 'Last error', value: mail.last_error }] : []),
    ...(mail.delivered_to ? [{ label: 'Taken by', value: mail.delivered_to }] : []),
  ]
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData?.mail.subject ?? MAIL_NOT_FOUND, 'A mail of the market.')

export const ErrorBoundary = notFoundBoundary({
  title: MAIL_NOT_FOUND,
  lead: 'The address may be mistyped, or the mail was deleted with its account.',
  back: 'Email log',
  to: '/chief/settings/mails',
})
