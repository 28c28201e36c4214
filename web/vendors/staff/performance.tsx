import { Link, useLocation } from 'react-router'
import { VENDOR_ON_TIME_PERCENT } from '#domain/limits.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { figureRules } from '#web/desk/figures/figure-rules.ts'
import { lastMonths } from '#web/desk/figures/months.ts'
import { ListScreen } from '#web/desk/lists/list-screen.tsx'
import { readScope } from '#web/desk/lists/scope.ts'
import { choiceParam, pageParam, pathWithParams } from '#web/list-page.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Chip, ChipRow } from '#web/ui/browse/chip.tsx'
import { Price } from '#web/ui/facts/price.tsx'
import { count } from '#web/ui/format.ts'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/tables/table.tsx'
import type { Route } from './+types/performance.ts'
import { OnTimeTrend } from './on-time-trend.tsx'
import { listPerformance, PERFORMANCE_SORTS, type Performance, type PerformanceSort } from './queries.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const scope = await readScope(api, context.get(viewerContext))
  const late = url.searchParams.get('show') === 'late'
  const page = pageParam(url.searchParams)
  const sort = choiceParam(url.searchParams, 'sort', SORTS) || 'punctual'
  return {
    scope,
    late,
    sort,
    page,
    list: await listPerformance(api, scope, { late, sort, page, since: firstOfTrend(lagosDate(new Date())) }),
  }
}

/** The month two months before the day's. */
const firstOfTrend = (today: string): string => lastMonths(today).at(-3) ?? today

const SORTS = Object.keys(PERFORMANCE_SORTS) as PerformanceSort[]

/** Performance of the region's shops; those below the target are marked. */
export default function PerformancePage({ loaderData: { scope, late, sort, page, list } }: Route.ComponentProps) {
  const { pathname } = useLocation()
  const filters = { show: late ? 'late' : '', sort: sort === 'punctual' ? '' : sort }
  return (
    <>
      <ListScreen
        title="Performance"
        lead={`At least ${VENDOR_ON_TIME_PERCENT}% of hand-overs must be on time. The shops that need you most come first.`}
        scope={scope}
        query={{ ...filters, page }}
        noun={{ one: 'shop', many: 'shops' }}
        list={list}
        columns={performanceColumns(pathname.replace(/performance\/?$/, 'vendors'))}
        rowKey={({ id }) => id}
        empty={
          <EmptyState title={late ? 'No shop is below the target.' : 'No open shops yet.'}>
            Shops appear here once they are approved; their figures come from completed orders.
          </EmptyState>
        }
      >
        <div className="mb-4">
          <ChipRow label="Which shops">
            <Chip to={pathWithParams(pathname, { ...filters, show: '' })} chosen={!late}>
              All shops
            </Chip>
            <Chip to={pathWithParams(pathname, { ...filters, show: 'late' })} chosen={late}>
              {`Below ${VENDOR_ON_TIME_PERCENT}%`}
            </Chip>
          </ChipRow>
          <ChipRow label="Sorted by">
            {SORTS.map((key) => (
              <Chip
                key={key}
                to={pathWithParams(pathname, { ...filters, sort: key === 'punctual' ? '' : key })}
                chosen={sort === key}
              >
                {PERFORMANCE_SORTS[key].label}
              </Chip>
            ))}
          </ChipRow>
        </div>
      </ListScreen>
      <p className="mt-4 max-w-measure text-14 text-soft">
        {figureRules.orders} {figureRules.onTime} {figureRules.cancelled} {figureRules.disputed} {figureRules.delivery}{' '}
        {figureRules.revenue} {figureRules.rating}
      </p>
    </>
  )
}

const performanceColumns = (shops: string): Column<Performance>[] => [
  {
    header: 'Shop',
    heading: true,
    cell: ({ id, business_name: name, state, status }) => (
      <span className="block sm:min-w-36 break-words">
        <Link to={`${shops}/${id}`} className="text-link">
          {name}
        </Link>
        <span className="block text-14 font-normal text-soft">
          {state}
          {status === 'suspended' && ', suspended'}
        </span>
      </span>
    ),
  },
  { header: 'On time', numeric: true, cell: ({ metrics }) => <OnTime rate={metrics.on_time_rate} /> },
  { header: 'By month', numeric: true, cell: ({ months }) => <OnTimeTrend months={months} /> },
  {
    header: 'Hours',
    numeric: true,
    cell: ({ metrics }) => metrics.average_delivery_time ?? '–',
  },
  {
    header: 'Rating',
    numeric: true,
    cell: ({ metrics }) => (metrics.rating === null ? '–' : `${metrics.rating.toFixed(1)} (${metrics.rating_count})`),
  },
  {
    header: 'Cancelled, claims',
    numeric: true,
    cell: ({ metrics }) => `${percent(metrics.cancellation_rate)}, ${percent(metrics.dispute_rate)}`,
  },
  {
    header: 'Completed',
    numeric: true,
    cell: ({ metrics }) => (
      <span className="whitespace-nowrap">
        {count(metrics.completed_orders)} of {count(metrics.total_orders)}
      </span>
    ),
  },
  { header: 'Revenue', numeric: true, cell: ({ metrics }) => <Price naira={metrics.total_revenue} /> },
]

const percent = (rate: number | null) => (rate === null ? '–' : `${rate}%`)

function OnTime({ rate }: { rate: number | null }) {
  if (rate === null) return '–'
  if (rate >= VENDOR_ON_TIME_PERCENT) return `${rate}%`
  return (
    <>
      <Badge tone="urgent">{`${rate}%`}</Badge>
      <span className="block text-14 whitespace-nowrap text-soft">below {VENDOR_ON_TIME_PERCENT}%</span>
    </>
  )
}

export const meta: Route.MetaFunction = () => pageMeta('Performance', 'How the shops in the region are doing.')
