import { Link } from 'react-router'
import { apiContext } from '#web/context.ts'
import { choice, readListQuery } from '#web/desk/lists/list-query.ts'
import { ListScreen } from '#web/desk/lists/list-screen.tsx'
import { SettingsTabs } from '#web/desk/settings-tabs.tsx'
import { pageMeta } from '#web/page-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { longDay } from '#web/ui/format.ts'
import { Notice } from '#web/ui/notice.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/tables/table.tsx'
import type { Route } from './+types/templates.ts'
import { filterMessages, type ListedMessage, listMessages, type MessageKind, messageKinds } from './message-list.ts'
import { listOwnTexts, listTemplates } from './queries.ts'

const FILTERS = {
  search: { label: 'Subject or name' },
  kind: choice<MessageKind>('Kind', 'All', messageKinds),
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const query = readListQuery(url.searchParams, FILTERS)
  const api = context.get(apiContext)
  const [{ rows, failure }, written] = await Promise.all([listTemplates(api), listOwnTexts(api)])
  const editable: ListedMessage[] = rows.map(({ id, subject, type, updated_at: at }) => ({
    key: id,
    to: `/chief/settings/templates/${id}`,
    subject,
    type,
    kind: 'editable',
    channels: 'Mail',
    changedAt: at,
    isOutdated: false,
  }))
  const shown = filterMessages([...editable, ...listMessages(written)], query)
  return { query, list: { rows: shown, failure }, saved: url.searchParams.get('done') === 'saved' }
}

/** Every mail and notice of the market; those with words of their own first. */
export default function Templates({ loaderData: { query, list, saved } }: Route.ComponentProps) {
  return (
    <ListScreen
      title="Mails and notices"
      lead="Every mail, notice and text message that the market sends by itself, with an example of each."
      caption="Mails and notices"
      filters={FILTERS}
      query={query}
      list={list}
      columns={columns}
      rowKey={({ key }) => key}
      empty={<EmptyState title="No message matches." />}
    >
      <SettingsTabs current="templates" />
      {saved && (
        <Notice tone="success" className="mb-5">
          The template is saved. The next mail will use it.
        </Notice>
      )}
    </ListScreen>
  )
}

const columns: Column<ListedMessage>[] = [
  {
    header: 'Subject',
    heading: true,
    cell: ({ to, subject, type }) => (
      <span className="block sm:min-w-44">
        <Link to={to} className="break-words text-link">
          {subject}
        </Link>
        <span className="block text-14 font-normal break-words text-soft">{type}</span>
      </span>
    ),
  },
  { header: 'Kind', cell: ({ kind }) => messageKinds[kind] },
  { header: 'Goes by', cell: ({ channels }) => channels },
  {
    header: 'Changed',
    cell: ({ changedAt: at, isOutdated }) => (
      <span className="block">
        <span className="block whitespace-nowrap">{at ? longDay(at) : 'as it came'}</span>
        {isOutdated && <Badge tone="urgent">The standard text has changed since</Badge>}
      </span>
    ),
  },
]

export const meta: Route.MetaFunction = () => pageMeta('Mails and notices', 'Everything that the market sends.')
