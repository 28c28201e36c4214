import { Link, useLocation } from 'react-router'
import { lagosDate } from '#domain/time/calendar.ts'
import { apiContext } from '#web/context.ts'
import { bulkOffer } from '#web/desk/lists/bulk/bulk-bar.tsx'
import { HideTool } from '#web/desk/lists/bulk/hide-tool.tsx'
import { DAYS, readListQuery } from '#web/desk/lists/list-query.ts'
import { ListScreen } from '#web/desk/lists/list-screen.tsx'
import { ModerationTabs } from '#web/desk/moderation-tabs.tsx'
import { MomentCell } from '#web/desk/moment-cell.tsx'
import { pageMeta } from '#web/page-meta.ts'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/tables/table.tsx'
import {
  listUnansweredQuestions,
  type ModeratedQuestion,
  UNANSWERED_ORDER,
  UNANSWERED_SORTS,
} from '../question-queries.ts'
import type { Route } from './+types/unanswered.ts'
import { questionBulk } from './question-bulk.ts'
import { waitedText } from './waited-text.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const query = readListQuery(url.searchParams, DAYS, UNANSWERED_SORTS)
  const now = new Date()
  return {
    query,
    list: await listUnansweredQuestions(context.get(apiContext), { ...query, now }),
    now: now.toISOString(),
    today: lagosDate(now),
  }
}

/** Questions that their shop has not answered for more than a day, those that wait longest first. */
export default function UnansweredQuestions({ loaderData: { query, list, now, today } }: Route.ComponentProps) {
  const path = useLocation().pathname.replace(/\/$/, '')
  return (
    <ListScreen
      title="Unanswered questions"
      lead="Buyers’ questions that their shop has not answered for more than a day. The shop was told of each."
      filters={DAYS}
      query={query}
      today={today}
      sort={UNANSWERED_ORDER}
      bulk={{ ...bulkOffer(`${path}/bulk`, questionBulk, ['hide']), name: ({ question }) => question }}
      noun={{ one: 'question', many: 'questions' }}
      list={list}
      columns={columnsAt(now, `${path}/bulk`)}
      rowKey={({ id }) => id}
      empty={
        <EmptyState title={query.from || query.until ? 'No question of these days.' : 'No question waits too long.'}>
          Questions appear here a day after they were asked, until their shop answers.
        </EmptyState>
      }
    >
      <ModerationTabs of="Questions" />
    </ListScreen>
  )
}

const columnsAt = (now: string, bulk: string): Column<ModeratedQuestion>[] => [
  {
    header: 'Question',
    heading: true,
    cell: ({ question, product_id: product, asker_name: asker }) => (
      <span className="block max-w-measure break-words sm:min-w-56">
        <Link to={`/products/${product}#questions`} className="text-link">
          {question}
        </Link>
        <span className="block text-14 font-normal text-soft">{asker}</span>
      </span>
    ),
  },
  {
    header: 'Product and shop',
    cell: ({ product_name: product, business_name: shop, vendor_id: id }) => (
      <span className="block break-words sm:min-w-36">
        {product}
        <Link to={`/shop/${id}`} className="block text-14 text-link">
          {shop}
        </Link>
      </span>
    ),
  },
  { header: 'Waits', cell: ({ asked_at: at }) => <span className="whitespace-nowrap">{waitedText(at, now)}</span> },
  {
    header: 'Asked',
    sort: 'asked',
    cell: ({ asked_at: at }) => <MomentCell at={at} />,
  },
  {
    header: 'Tools',
    hideHeader: true,
    cell: ({ id, question, judged_at: judged }) => !judged && <HideTool to={bulk} id={id} name={question} />,
  },
]

export const meta: Route.MetaFunction = () =>
  pageMeta('Unanswered questions', 'Questions that shops have not answered for more than a day.')
