import { apiContext } from '#web/context.ts'
import { titled } from '#web/titled.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { FilterForm, FilterSearch } from '#web/ui/filter-form.tsx'
import { datedMoment } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/table.tsx'
import { PagedTable } from '../desk/paged-table.tsx'
import { SettingsTabs } from '../desk/settings-tabs.tsx'
import { asked, askedOneOf, pageOf } from '../list-page.ts'
import type { Route } from './+types/mails.ts'
import { type ListedMail, listMails, MAIL_STATES, type MailState } from './queries.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const filters = {
    search: asked(url.searchParams, 'search'),
    status: askedOneOf(url.searchParams, 'status', MAIL_STATES),
  }
  const page = pageOf(url.searchParams)
  return { filters, page, list: await listMails(context.get(apiContext), { ...filters, page }) }
}

/** The status of mails written from templates. */
export default function Mails({ loaderData: { filters, page, list } }: Route.ComponentProps) {
  return (
    <>
      <PageHeading lead="Every mail written from a template, and what became of it.">Email log</PageHeading>
      <SettingsTabs current="mails" />
      <FilterForm state={filters}>
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
        columns={columns}
        rowKey={({ id }) => id}
        page={page}
        path="/chief/settings/mails"
        filters={filters}
        empty={
          <EmptyState title={filters.search || filters.status ? 'No mail matches.' : 'No mails yet.'}>
            The welcome mail and others written from templates appear here as soon as they are queued.
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
}

const columns: Column<ListedMail>[] = [
  {
    header: 'Mail',
    heading: true,
    cell: ({ subject, recipient_email: to, content }) => (
      <span className="block sm:min-w-56">
        <span className="block break-words">{subject}</span>
        <span className="block text-14 font-normal break-all text-soft">{to}</span>
        <details className="mt-1 text-14 font-normal">
          <summary className="cursor-pointer py-1 text-link underline underline-offset-4">Read it</summary>
          <span className="block max-w-measure py-2 break-words whitespace-pre-wrap">{content}</span>
        </details>
      </span>
    ),
  },
  { header: 'Template', cell: ({ template }) => template?.type.replaceAll('_', ' ') ?? 'none' },
  {
    header: 'State',
    cell: ({ status, error }) => {
      const { label, tone } = words[status as MailState] ?? { label: status, tone: 'plain' }
      return (
        <span className="block max-w-64">
          <Badge tone={tone}>{label}</Badge>
          {error && <span className="mt-1 block text-14 break-words text-soft">{error}</span>}
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

export const meta: Route.MetaFunction = () => titled('Email log', 'What became of the mails.')
