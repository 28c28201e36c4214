import { data } from 'react-router'
import { categoryLabels, isCategory } from '#domain/products/categories.ts'
import { addDays, lagosDate } from '#domain/time/calendar.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { figureRules } from '#web/desk/figures/figure-rules.ts'
import { choice, readListQuery } from '#web/desk/lists/list-query.ts'
import { ListScreen } from '#web/desk/lists/list-screen.tsx'
import { readScope } from '#web/desk/lists/scope.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Price } from '#web/ui/facts/price.tsx'
import { count, datedDay, kobo } from '#web/ui/format.ts'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/tables/table.tsx'
import type { Route } from './+types/sales-report.ts'
import { ReportTabs } from './report-tabs.tsx'
import { readSalesBy, type SalesPart, type SalesSplit } from './sales-queries.ts'

const SPLITS: Readonly<Record<string, SalesSplit>> = { weeks: 'week', towns: 'town', categories: 'category' }

const DAYS_SHOWN = { '30': '30 days', '90': '90 days', '365': '12 months' }

export async function loader({ url, params, context }: Route.LoaderArgs) {
  const split = SPLITS[params.split]
  if (!split) throw data('Report not found', { status: 404 })
  const api = context.get(apiContext)
  const scope = await readScope(api, context.get(viewerContext))
  const states = scope.states ?? []
  const filters = {
    days: choice('Days', split === 'week' ? '26 weeks' : '90 days', DAYS_SHOWN),
    ...(states.length > 1 && { state: choice('State', 'All', Object.fromEntries(states.map((name) => [name, name]))) }),
  }
  const query = readListQuery(url.searchParams, filters)
  const today = lagosDate(new Date())
  const days = Number(query.days || (split === 'week' ? 182 : 90))
  const list = await readSalesBy(api, {
    split,
    since: addDays(today, 1 - days),
    until: today,
    state: 'state' in query ? String(query.state) : '',
  })
  return { split, scope, filters, query, list }
}

/** Sales of the overseen shops by week, town or category. */
export default function SalesReport({ loaderData: { split, scope, filters, query, list } }: Route.ComponentProps) {
  return (
    <>
      <ListScreen
        title="Reports"
        lead={LEADS[split]}
        scope={scope}
        filters={filters}
        query={query}
        caption={LEADS[split]}
        list={list}
        columns={COLUMNS[split]}
        rowKey={({ part, state }) => `${part} ${state}`}
        empty={<EmptyState title="No orders in these days.">Choose more days, or another state.</EmptyState>}
      >
        <ReportTabs />
      </ListScreen>
      <p className="mt-4 max-w-measure text-14 text-soft">
        {figureRules.orders} {figureRules.goods} {split !== 'category' && figureRules.fees}{' '}
        {split === 'category' && 'An order with goods of two categories counts in both, so only goods add up.'}
      </p>
    </>
  )
}

const LEADS: Record<SalesSplit, string> = {
  week: 'Sales by week of ordering, which begins on Monday; the newest week first.',
  town: 'Sales by the town of the shop.',
  category: 'Sales by category of the goods.',
}

const figures: Column<SalesPart>[] = [
  { header: 'Orders', numeric: true, cell: ({ orders }) => count(orders) },
  { header: 'Goods', numeric: true, cell: ({ goods }) => <Price naira={goods} /> },
]

const whole: Column<SalesPart>[] = [
  { header: 'Joins', numeric: true, cell: ({ joins }) => count(joins ?? 0) },
  ...figures,
  { header: 'Fees', numeric: true, cell: ({ fees_kobo: fees }) => kobo(fees ?? 0) },
  {
    header: 'On time',
    numeric: true,
    cell: ({ timed, on_time: onTime }) => (timed ? `${Math.round((100 * (onTime ?? 0)) / timed)}%` : '–'),
  },
]

const COLUMNS: Record<SalesSplit, Column<SalesPart>[]> = {
  week: [
    {
      header: 'Week from',
      heading: true,
      cell: ({ part }) => <span className="whitespace-nowrap">{datedDay(part)}</span>,
    },
    ...whole,
  ],
  town: [
    {
      header: 'Town',
      heading: true,
      cell: ({ part, state }) => (
        <span className="block break-words">
          {part} {state !== part && <span className="font-normal text-soft">{state}</span>}
        </span>
      ),
    },
    ...whole,
  ],
  category: [
    {
      header: 'Category',
      heading: true,
      cell: ({ part }) => (isCategory(part) ? categoryLabels[part] : part),
    },
    ...figures,
  ],
}

export const meta: Route.MetaFunction = () => pageMeta('Reports', 'Sales by week, town and category.')
