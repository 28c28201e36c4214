import { Link, useLocation } from 'react-router'
import { buyLabel, buyStateLabels } from '#domain/group-buys/state-labels.ts'
import { type Category, categoryLabels } from '#domain/products/categories.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { figureRule } from '#web/desk/figures/figure-rules.ts'
import { Figures } from '#web/desk/figures/figures.tsx'
import { MonthChart } from '#web/desk/figures/month-chart.tsx'
import { byMonth, monthLabel, newestFirst, total } from '#web/desk/figures/months.ts'
import { SharesTable } from '#web/desk/figures/shares-table.tsx'
import { DeskHeading } from '#web/desk/lists/desk-heading.tsx'
import { readScope } from '#web/desk/lists/scope.ts'
import { BestSelling } from '#web/orders/sold.tsx'
import { type RegionMonth, readMonthlyFigures, readSales, type SoldCategory } from '#web/orders/staff/queries.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Price } from '#web/ui/facts/price.tsx'
import { count, kobo, naira, plural } from '#web/ui/format.ts'
import { SectionHeading } from '#web/ui/headings.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { type Column, Table } from '#web/ui/tables/table.tsx'
import type { Route } from './+types/analytics.ts'
import { readCounts, type StatusCount } from './queries.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const [scope, { months, failure }, { counts }, sold] = await Promise.all([
    readScope(api, context.get(viewerContext)),
    readMonthlyFigures(api),
    readCounts(api),
    readSales(api),
  ])
  const filled = byMonth(months, lagosDate(new Date()), allStates)
  return { scope, failure, counts, sold, states: byState(months), any: months.length > 0, months: filled }
}

interface StateSum {
  state: string
  orders: number
  goods: number
}

/** Totals by state over the twelve months, largest first. */
function byState(rows: readonly RegionMonth[]): StateSum[] {
  return [...new Set(rows.map(({ state }) => state))]
    .map((state) => {
      const own = rows.filter((row) => row.state === state)
      return {
        state,
        orders: total(own, (row) => row.orders),
        goods: total(own, ({ goods }) => goods),
      }
    })
    .sort((a, b) => b.goods - a.goods)
}

type MonthSum = Omit<RegionMonth, 'state'>

function allStates(rows: RegionMonth[], month: string): MonthSum {
  return {
    month,
    placed: total(rows, (row) => row.placed),
    orders: total(rows, (row) => row.orders),
    promised_orders: total(rows, (row) => row.promised_orders),
    completed_orders: total(rows, (row) => row.completed_orders),
    expired_orders: total(rows, (row) => row.expired_orders),
    goods: total(rows, (row) => row.goods),
    promised_goods: total(rows, (row) => row.promised_goods),
    fees_kobo: total(rows, (row) => row.fees_kobo),
  }
}

/** Orders and goods of the overseen shops by month, and their buys by stage. */
export default function StaffAnalytics({ loaderData }: Route.ComponentProps) {
  const { scope, failure, counts, sold, states, any, months } = loaderData
  const reports = useLocation().pathname.replace(/analytics$/, 'reports')
  return (
    <>
      <DeskHeading title="Analytics" lead="Orders and goods over the last twelve months." scope={scope} />
      {failure && <ErrorState message={failure} reload />}
      <Figures
        label="Twelve months in total"
        figures={[
          {
            label: 'Goods',
            value: naira(total(months, ({ goods }) => goods)),
            rule: figureRule('goods'),
          },
          { label: 'Orders', value: count(total(months, (row) => row.orders)), rule: figureRule('orders') },
          { label: 'Fees', value: kobo(total(months, (row) => row.fees_kobo)), rule: figureRule('fees') },
          {
            label: 'Promised goods',
            value: naira(total(months, (row) => row.promised_goods)),
            rule: `In ${plural(
              total(months, (row) => row.promised_orders),
              'order',
            )} that nobody has paid for yet`,
          },
        ]}
      />
      {any ? (
        <div className="mb-8 grid items-start gap-6 xl:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
          <MonthChart title="Goods sold, by month" bars={months.map(({ month, goods }) => ({ month, value: goods }))} />
          <Table
            stacked
            caption="Orders and goods by month"
            columns={columns}
            rows={newestFirst(months)}
            rowKey={({ month }) => month}
          />
        </div>
      ) : (
        <div className="mb-8">
          <EmptyState title="No orders in the last twelve months.">
            Months appear here from the first order on.
          </EmptyState>
        </div>
      )}
      {any && (
        <>
          <BestSelling products={sold.products} all={total(months, ({ goods }) => goods)} />
          <div className="mb-8 grid items-start gap-8 xl:grid-cols-2">
            <div>
              <SectionHeading>By category</SectionHeading>
              <SharesTable
                caption="Goods by category, the last twelve months"
                rows={sold.categories}
                rowKey={({ category }) => category ?? ''}
                columns={categoryColumns}
                empty={<p className="text-soft">Categories appear here from the first paid order on.</p>}
              />
              <p className="mt-3 text-14 text-soft">An order with goods of several categories counts in each.</p>
            </div>
            <div>
              <SectionHeading>By state</SectionHeading>
              <SharesTable
                caption="Goods by state, the last twelve months"
                rows={states}
                rowKey={({ state }) => state}
                columns={stateColumns}
                empty={<p className="text-soft">States appear here from the first order on.</p>}
              />
              {!reports.startsWith('/chief') && (
                <p className="mt-3 text-link">
                  <Link to={reports}>Month by month</Link>, also as CSV.
                </p>
              )}
            </div>
          </div>
        </>
      )}
      <SectionHeading>Group buys by stage</SectionHeading>
      <BuysByStage counts={counts} />
    </>
  )
}

const categoryColumns: Column<SoldCategory>[] = [
  {
    header: 'Category',
    heading: true,
    cell: ({ category }) => categoryLabels[category as Category] ?? 'No longer on sale',
  },
  { header: 'Orders', numeric: true, cell: ({ orders }) => count(orders) },
]

const stateColumns: Column<StateSum>[] = [
  { header: 'State', heading: true, cell: ({ state }) => state },
  { header: 'Orders', numeric: true, cell: ({ orders }) => count(orders) },
]

/** The position of a status in the order of stages. */
const stageOf = (status: string): number => Object.keys(buyStateLabels).indexOf(status)

/** The number of buys at each stage. */
export function BuysByStage({ counts }: { counts: readonly StatusCount[] }) {
  return (
    <Table
      caption="Group buys by stage"
      columns={[
        { header: 'Stage', heading: true, cell: ({ status }: StatusCount) => buyLabel(status) },
        { header: 'Group buys', numeric: true, cell: ({ amount }) => count(amount) },
      ]}
      rows={counts
        .filter(({ subject }) => subject === 'group_buys')
        .sort((a, b) => stageOf(a.status) - stageOf(b.status))}
      rowKey={({ status }) => status}
      empty={<EmptyState title="No group buys yet.">They appear here from the first draft on.</EmptyState>}
    />
  )
}

const columns: Column<MonthSum>[] = [
  {
    header: 'Month',
    heading: true,
    cell: ({ month }) => <span className="whitespace-nowrap">{monthLabel(month)}</span>,
  },
  { header: 'Goods', numeric: true, cell: ({ goods }) => <Price naira={goods} /> },
  { header: 'Orders', numeric: true, cell: ({ orders }) => count(orders) },
  { header: 'Promised', numeric: true, cell: ({ promised_orders: promised }) => count(promised) },
  { header: 'Done', numeric: true, cell: ({ completed_orders: done }) => count(done) },
]

export const meta: Route.MetaFunction = () => pageMeta('Analytics', 'Orders and goods by month.')
