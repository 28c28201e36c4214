import { data, Form } from 'react-router'
import { failedMailTexts } from '#domain/mails/mail-texts.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { apiContext } from '#web/context.ts'
import { revalidateUnlessOffline, withOfflineFallback } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { FilterForm, FilterSearch } from '#web/ui/filter-form.tsx'
import { datedMoment } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/table.tsx'
import { type ActionOutcome, OutcomeNotice } from '../desk/outcome.tsx'
import { PagedTable } from '../desk/paged-table.tsx'
import { SettingsTabs } from '../desk/settings-tabs.tsx'
import { choiceParam, pageParam, textParam } from '../list-page.ts'
import type { Route } from './+types/mails.ts'
import { isRepeatable, type ListedMail, listMails, MAIL_STATES, type MailState } from './queries.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const filters = {
    search: textParam(url.searchParams, 'search'),
    status: choiceParam(url.searchParams, 'status', MAIL_STATES),
  }
  const page = pageParam(url.searchParams)
  const list = await listMails(context.get(apiContext), { ...filters, page })
  return { filters, page, list, key: crypto.randomUUID() }
}

/** Resends a failed mail. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const id = String(form.get('id') ?? '')
  const key = String(form.get('key') ?? '') || undefined
  const sent = await context.get(apiContext).command('send-mail-again', { id }, key)
  if (sent.ok) return { ok: true, text: 'The mail is on its way again.' } satisfies ActionOutcome
  return data({ ok: false, text: sent.refusal.message } satisfies ActionOutcome, 409)
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return withOfflineFallback(serverAction, () => ({ ok: false, text: errorTexts.offline }) satisfies ActionOutcome)
}

export const shouldRevalidate = revalidateUnlessOffline

/** The delivery status of every mail, with a button for resending failed ones. */
export default function Mails({ loaderData, actionData }: Route.ComponentProps) {
  const { filters, page, list, key } = loaderData
  return (
    <>
      <PageHeading lead="Every mail that the market sent, and its status.">Email log</PageHeading>
      <SettingsTabs current="mails" />
      <OutcomeNotice outcome={actionData} />
      <FilterForm>
        <FilterSearch label="Address or subject" value={filters.search} />
        <SelectField
          label="State"
          name="status"
          defaultValue={filters.status}
          options={[{ value: '', label: 'All' }, ...MAIL_STATES.map((value) => ({ value, label: words[value].label }))]}
        />
      </FilterForm>
      <PagedTable
        caption="mails"
        noun={{ one: 'mail', many: 'mails' }}
        list={list}
        columns={columnsWith(key)}
        rowKey={({ id }) => id}
        page={page}
        path="/chief/settings/mails"
        filters={filters}
        empty={
          <EmptyState title={filters.search || filters.status ? 'No mail matches.' : 'No mails yet.'}>
            Mails appear here as soon as they are queued.
          </EmptyState>
        }
      />
    </>
  )
}

const words: Record<MailState, { label: string; tone: BadgeTone }> = {
  pending: { label: 'Waiting', tone: 'plain' },
  sent: { label: 'Sent', tone: 'good' },
  failed: { label: 'Failed', tone: 'urgent' },
  repeatable: { label: 'Failed, can be sent again', tone: 'urgent' },
}

const columnsWith = (key: string): Column<ListedMail>[] => [
  {
    header: 'Mail',
    heading: true,
    cell: ({ subject, recipient_email: to, content, kind }) => (
      <span className="block sm:min-w-56">
        <span className="block break-words">{subject}</span>
        <span className="block text-14 font-normal break-all text-soft">{to}</span>
        <details className="mt-1 text-14 font-normal">
          <summary className="cursor-pointer py-1 text-link underline underline-offset-4">Read it</summary>
          <span className="block max-w-measure py-2 break-words whitespace-pre-wrap">
            {content || omittedContentText(kind)}
          </span>
        </details>
      </span>
    ),
  },
  { header: 'Kind', cell: ({ kind, template }) => kindOf(kind ?? template?.type) },
  {
    header: 'State',
    cell: (mail) => {
      const { id, status, error } = mail
      const { label, tone } = words[status as MailState] ?? { label: status, tone: 'plain' }
      return (
        <span className="block max-w-64">
          <Badge tone={tone}>{label}</Badge>
          {error && <span className="mt-1 block text-14 break-words text-soft">{error}</span>}
          {status === 'failed' && <span className="mt-1 block text-14 break-words">{adviceOn(mail)}</span>}
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
    cell: ({ created_at: queued, sent_at: sent }) => (
      <span className="whitespace-nowrap">{datedMoment(sent ?? queued)}</span>
    ),
  },
]

const kindOf = (kind: string | undefined): string => kind?.replace(/^auth-/, '').replaceAll(/[-_]/g, ' ') ?? 'none'

/**
 * The text shown instead of content that the log omits: mails that open an account, and messages that have their own
 * inbox.
 */
const omittedContentText = (kind: string | null): string => {
  if (kind === 'contact') return failedMailTexts.inInbox
  return kind?.startsWith('auth-') ? failedMailTexts.opensAccount : ''
}

const adviceOn = (mail: ListedMail): string => {
  if (mail.kind?.startsWith('auth-')) return failedMailTexts.requestNew
  if (!isRepeatable(mail)) return failedMailTexts.tooLate
  return /\b5\d\d\b/.test(mail.error ?? '') ? failedMailTexts.refused : failedMailTexts.unreachable
}

export const meta: Route.MetaFunction = () => pageMeta('Email log', 'The status of the mails.')
