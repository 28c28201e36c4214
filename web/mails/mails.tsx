import { Form, Link } from 'react-router'
import { lagosDate } from '#domain/time/calendar.ts'
import { apiContext } from '#web/context.ts'
import { bulkOffer } from '#web/desk/lists/bulk/bulk-bar.tsx'
import { choice, DAYS, readListQuery } from '#web/desk/lists/list-query.ts'
import { ListScreen } from '#web/desk/lists/list-screen.tsx'
import { SettingsTabs } from '#web/desk/settings-tabs.tsx'
import { commandResult, keepInputOffline, readForm } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { datedMoment } from '#web/ui/format.ts'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/tables/table.tsx'
import type { Route } from './+types/mails.ts'
import { mailBulk } from './bulk.ts'
import { mailAdvice, mailKind, mailStateLabels, mailTones, omittedContent } from './mail-standing.ts'
import { isRepeatable, type ListedMail, listMails, MAIL_ORDER, MAIL_SORTS, type MailState } from './queries.ts'

const FILTERS = {
  search: { label: 'Address or subject' },
  status: choice('Status', 'All', mailStateLabels),
  ...DAYS,
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const query = readListQuery(url.searchParams, FILTERS, MAIL_SORTS)
  return {
    query,
    list: await listMails(context.get(apiContext), query),
    key: crypto.randomUUID(),
    today: lagosDate(new Date()),
  }
}

/** Resends a failed mail. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const sent = await context.get(apiContext).command('send-mail-again', { id: form.field('id') }, form.key)
  return commandResult(form, sent, 'The mail is on its way again.')
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** The delivery status of every mail, with a button for resending failed ones. */
export default function Mails({ loaderData: { query, list, key, today }, actionData }: Route.ComponentProps) {
  return (
    <ListScreen
      title="Email log"
      lead="Every mail that the market sent, and its status."
      filters={FILTERS}
      query={query}
      today={today}
      sort={MAIL_ORDER}
      bulk={{ ...bulkOffer('/chief/settings/mails/bulk', mailBulk), name: mailName }}
      noun={{ one: 'mail', many: 'mails' }}
      list={list}
      columns={columnsWith(key)}
      rowKey={({ id }) => id}
      empty={
        <EmptyState
          title={query.search || query.status || query.from || query.until ? 'No mail matches.' : 'No mails yet.'}
        >
          Mails appear here as soon as they are queued.
        </EmptyState>
      }
    >
      <SettingsTabs current="mails" />
      <OutcomeNotice outcome={actionData} />
    </ListScreen>
  )
}

const mailName = ({ subject, recipient_email: to }: ListedMail): string => `${subject}, ${to}`

const columnsWith = (key: string): Column<ListedMail>[] => [
  {
    header: 'Mail',
    heading: true,
    cell: ({ id, subject, recipient_email: to, content, kind }) => (
      <span className="block sm:min-w-56">
        <Link to={`/chief/mails/${id}`} className="block break-words text-link">
          {subject}
        </Link>
        <span className="block text-14 font-normal break-all text-soft">{to}</span>
        <details className="mt-1 text-14 font-normal">
          <summary className="inline-flex min-h-11 cursor-pointer items-center text-link underline underline-offset-4">
            Read it
          </summary>
          <span className="block max-w-measure py-2 break-words whitespace-pre-wrap">
            {content || omittedContent(kind)}
          </span>
        </details>
      </span>
    ),
  },
  { header: 'Kind', cell: ({ kind, template }) => mailKind(kind ?? template?.type) },
  {
    header: 'Status',
    cell: (mail) => {
      const { id, status, error } = mail
      return (
        <span className="block max-w-64">
          <Badge tone={mailTones[status] ?? 'plain'}>{mailStateLabels[status as MailState] ?? status}</Badge>
          {error && <span className="mt-1 block text-14 break-words text-soft">{error}</span>}
          {status === 'failed' && <span className="mt-1 block text-14 break-words">{mailAdvice(mail)}</span>}
          {isRepeatable(mail) && (
            <Form method="post" preventScrollReset className="mt-2">
              <input type="hidden" name="id" value={id} />
              <input type="hidden" name="key" value={`${key}-${id}`} />
              <Button tone="plain" size="small">
                Send again
              </Button>
            </Form>
          )}
        </span>
      )
    },
  },
  {
    header: 'When',
    sort: 'when',
    cell: ({ created_at: queued, sent_at: sent }) => (
      <span className="whitespace-nowrap">{datedMoment(sent ?? queued)}</span>
    ),
  },
]

export const meta: Route.MetaFunction = () => pageMeta('Email log', 'The status of the mails.')
