import { useLocation } from 'react-router'
import { apiContext, viewerContext } from '#web/context.ts'
import { figureRules } from '#web/desk/figures/figure-rules.ts'
import { monthLabel } from '#web/desk/figures/months.ts'
import { ListScreen } from '#web/desk/lists/list-screen.tsx'
import { readScope } from '#web/desk/lists/scope.ts'
import { listPage, pageParam, pageWithin, pathWithParams, ROWS_A_PAGE, textParam } from '#web/list-page.ts'
import { pageMeta } from '#web/page-meta.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Price } from '#web/ui/facts/price.tsx'
import { count, kobo } from '#web/ui/format.ts'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/tables/table.tsx'
import type { Route } from './+types/reports.ts'
import { type RegionMonth, readMonthlyFigures } from './queries.ts'
import { ReportTabs } from './report-tabs.tsx'

export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const [scope, { months, failure }] = await Promise.all([
    readScope(api, context.get(viewerContext)),
    readMonthlyFigures(api),
  ])
  const states = [...new Set(months.map((row) => row.state))].sort()
  const state = states.find((name) => name === textParam(url.searchParams, 'state')) ?? ''
  const chosen = state ? months.filter((row) => row.state === state) : months
  const page = pageWithin(pageParam(url.searchParams), chosen.length)
  const rows = chosen.slice((page - 1) * ROWS_A_PAGE, page * ROWS_A_PAGE)
  const error = failure ? { message: failure } : null
  return { scope, states, state, page, list: listPage({ data: rows, count: chosen.length, error, status: 200 }) }
}

/** Figures by state and month, on screen and as CSV. */
export default function Reports({ loaderData: { scope, states, state, page, list } }: Route.ComponentProps) {
  const { pathname } = useLocation()
  return (
    <>
      <ListScreen
        title="Reports"
        lead="Figures by state and month of order, over the last twelve months."
        scope={scope}
        action={
          <a href={pathWithParams(`${pathname}.csv`, { state })} download className={buttonClass({})}>
            Download CSV
          </a>
        }
        filters={
          states.length > 1
            ? { state: { label: 'State', options: [{ value: '', label: 'All' }, ...states.map(asOption)] } }
            : {}
        }
        query={{ state, page }}
        noun={{ one: 'line', many: 'lines' }}
        list={list}
        columns={columns}
        rowKey={(row) => `${row.state} ${row.month}`}
        empty={
          <EmptyState title="No orders in the last twelve months.">
            One line per state and month appears here from the first order on.
          </EmptyState>
        }
      >
        <ReportTabs />
      </ListScreen>
      <p className="mt-4 max-w-measure text-14 text-soft">
        {figureRules.orders} {figureRules.promised} {figureRules.goods} {figureRules.fees}
      </p>
    </>
  )
}

const asOption = (name: string) => ({ value: name, label: name })

const columns: Column<RegionMonth>[] = [
  {
    header: 'Month and state',
    heading: true,
    cell: ({ month, state }) => (
      <>
        <span className="whitespace-nowrap">{monthLabel(month)}</span> <span className="font-normal">{state}</span>
      </>
    ),
  },
  { header: 'Orders', numeric: true, cell: ({ orders }) => count(orders) },
  { header: 'Promised', numeric: true, cell: ({ promised_orders: promised }) => count(promised) },
  { header: 'Completed', numeric: true, cell: ({ completed_orders: done }) => count(done) },
  { header: 'Expired', numeric: true, cell: ({ expired_orders: expired }) => count(expired) },
  { header: 'Goods', numeric: true, cell: ({ goods }) => <Price naira={goods} /> },
  { header: 'Fees', numeric: true, cell: ({ fees_kobo: fees }) => kobo(fees) },
]

export const meta: Route.MetaFunction = () => pageMeta('Reports', 'Figures by state and month.')
