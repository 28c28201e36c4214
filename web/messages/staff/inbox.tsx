import { data, Link } from 'react-router'
import { supportStatusLabels, topicLabels } from '#domain/messages/support.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { bulkOffer } from '#web/desk/lists/bulk/bulk-bar.tsx'
import { choice, DAYS, readListQuery } from '#web/desk/lists/list-query.ts'
import { ListScreen } from '#web/desk/lists/list-screen.tsx'
import { MomentCell } from '#web/desk/moment-cell.tsx'
import { pageMeta } from '#web/page-meta.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/tables/table.tsx'
import { keepOwnArea, messagesBase, readsInbox } from '../area.ts'
import { MessageTabs } from '../message-tabs.tsx'
import type { Route } from './+types/inbox.ts'
import { supportBulk } from './support-bulk.ts'
import {
  listSupportCases,
  SUPPORT_SORTS,
  type SupportRow,
  type SupportStatus,
  supportOrder,
} from './support-queries.ts'

const FILTERS = {
  status: choice('Status', 'Waits for staff', supportStatusLabels),
  topic: choice('About', 'Everything', topicLabels),
  mine: choice('Assigned to', 'Everybody', { yes: 'Me' }),
  ...DAYS,
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const { role } = context.get(viewerContext)
  keepOwnArea(url, role)
  if (!readsInbox(role)) throw data(null, 404)
  const query = readListQuery(url.searchParams, FILTERS, SUPPORT_SORTS)
  const list = await listSupportCases(context.get(apiContext), query)
  const today = lagosDate(new Date())
  return { query, list, today, base: messagesBase(url.pathname), role }
}

/** Messages to the market, from the contact form and from accounts. */
export default function SupportInbox({ loaderData: { base, role, ...loaded } }: Route.ComponentProps) {
  return (
    <ListScreen
      {...loaded}
      title="Support inbox"
      lead="What people wrote to the market: through the contact form, or from their account."
      filters={FILTERS}
      sort={supportOrder(loaded.query.status)}
      bulk={{ ...bulkOffer(`${base}/inbox/bulk`, supportBulk), name: ({ subject }) => subject ?? 'message' }}
      noun={{ one: 'message', many: 'messages' }}
      columns={columnsOf(base)}
      rowKey={({ id }) => id}
      empty={
        <EmptyState title="Nobody is waiting for an answer.">
          Messages to the market appear here, longest waiting first.
        </EmptyState>
      }
    >
      <MessageTabs base={base} current="inbox" role={role} />
    </ListScreen>
  )
}

const columnsOf = (base: string): Column<SupportRow>[] => [
  {
    header: 'Subject',
    heading: true,
    cell: ({ id, subject, person_name: name }) => (
      <span className="block max-w-measure break-words">
        <Link to={`${base}/inbox/${id}`} className="text-link">
          {subject}
        </Link>
        <span className="block text-14 font-normal text-soft">{name}</span>
      </span>
    ),
  },
  { header: 'About', cell: ({ topic }) => labelOf(topicLabels, topic) },
  { header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  { header: 'With', cell: ({ assigned_name: name }) => name ?? 'Nobody yet' },
  {
    header: 'Began',
    sort: 'began',
    cell: ({ created_at: at }) => <MomentCell at={at} />,
  },
  {
    header: 'Written',
    sort: 'written',
    cell: ({ written_at: at }) => <MomentCell at={at} />,
  },
  {
    header: 'First answer',
    cell: ({ created_at: from, first_answered_at: at }) => (at ? durationText(from, at) : 'Not yet'),
  },
]

const labelOf = (labels: Readonly<Record<string, string>>, key: string): string => labels[key] ?? key

const TONES: Record<SupportStatus, BadgeTone> = { new: 'warm', assigned: 'info', waiting: 'plain', solved: 'good' }

export function StatusBadge({ status }: { status: string }) {
  return <Badge tone={TONES[status as SupportStatus] ?? 'plain'}>{labelOf(supportStatusLabels, status)}</Badge>
}

/** "after 3 hours". */
export function durationText(from: string, to: string): string {
  const minutes = Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 60_000))
  if (minutes < 60) return `after ${minutes} min`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `after ${hours} h` : `after ${Math.round(hours / 24)} days`
}

export const meta: Route.MetaFunction = () => pageMeta('Support inbox', 'What people wrote to the market.')
