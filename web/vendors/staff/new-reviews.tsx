import { Link, useLocation } from 'react-router'
import { lagosDate } from '#domain/time/calendar.ts'
import { apiContext } from '#web/context.ts'
import { bulkOffer } from '#web/desk/lists/bulk/bulk-bar.tsx'
import { HideTool } from '#web/desk/lists/bulk/hide-tool.tsx'
import { choice, DAYS, readListQuery } from '#web/desk/lists/list-query.ts'
import { ListScreen } from '#web/desk/lists/list-screen.tsx'
import { ModerationTabs } from '#web/desk/moderation-tabs.tsx'
import { MomentCell } from '#web/desk/moment-cell.tsx'
import { pageMeta } from '#web/page-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Rating } from '#web/ui/rating.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/tables/table.tsx'
import { reviewBulk } from '../reviews/review-bulk.ts'
import { listNewReviews, type ModeratedReview, NEW_REVIEW_ORDER, NEW_REVIEW_SORTS } from '../reviews/review-queries.ts'
import type { Route } from './+types/new-reviews.ts'

const FILTERS = {
  stars: choice('Stars', 'All', { low: '1 and 2 stars', words: 'With words' }),
  ...DAYS,
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const query = readListQuery(url.searchParams, FILTERS, NEW_REVIEW_SORTS)
  const now = new Date()
  return { query, list: await listNewReviews(context.get(apiContext), { ...query, now }), today: lagosDate(now) }
}

/** Ratings of the last seven days, or of the days in the address: the newest first, or the lowest. */
export default function NewReviews({ loaderData: { query, list, today } }: Route.ComponentProps) {
  const path = useLocation().pathname.replace(/\/$/, '')
  return (
    <ListScreen
      title="New ratings"
      lead={
        query.from || query.until
          ? 'What buyers said of shops on these days.'
          : 'What buyers said of shops in the last 7 days.'
      }
      filters={FILTERS}
      query={query}
      today={today}
      sort={NEW_REVIEW_ORDER}
      bulk={{ ...bulkOffer(`${path}/bulk`, reviewBulk, ['hide']), name: nameOf }}
      noun={{ one: 'rating', many: 'ratings' }}
      list={list}
      columns={columnsFor(`${path}/bulk`)}
      rowKey={({ id }) => id}
      empty={
        <EmptyState title={query.stars || query.from || query.until ? 'No rating matches.' : 'No new rating.'}>
          Ratings appear here when buyers give them. Choose days to read older ones.
        </EmptyState>
      }
    >
      <ModerationTabs of="Ratings" />
    </ListScreen>
  )
}

const nameOf = ({ order_no: no, business_name: shop }: ModeratedReview) => `the rating of order ${no}, ${shop}`

const columnsFor = (bulk: string): Column<ModeratedReview>[] => [
  {
    header: 'What they said',
    heading: true,
    cell: ({ comment, reply, reported_at: reported }) => (
      <span className="block max-w-measure font-normal break-words">
        {comment || <span className="text-soft">Without words</span>}
        {reply && <span className="block text-14 text-soft">The shop replied: {reply}</span>}
        {reported && (
          <span className="block">
            <Badge tone="warm">Reported</Badge>
          </span>
        )}
      </span>
    ),
  },
  { header: 'Rating', sort: 'rating', cell: ({ rating }) => <Rating value={rating} /> },
  {
    header: 'Shop and order',
    cell: ({ business_name: shop, vendor_id: id, order_no: no }) => (
      <span className="block break-words sm:min-w-36">
        <Link to={`/shop/${id}`} className="text-link">
          {shop}
        </Link>
        <span className="block text-14 text-soft">Order {no}</span>
      </span>
    ),
  },
  {
    header: 'When',
    sort: 'when',
    cell: ({ created_at: at }) => <MomentCell at={at} />,
  },
  {
    header: 'Tools',
    hideHeader: true,
    cell: (review) => !review.judged_at && <HideTool to={bulk} id={review.id} name={nameOf(review)} />,
  },
]

export const meta: Route.MetaFunction = () => pageMeta('New ratings', 'What buyers said of shops in the last days.')
