import { Link } from 'react-router'
import { type Category, categoryLabels } from '#domain/products/categories.ts'
import { apiContext } from '#web/context.ts'
import { pathWithParams } from '#web/list-page.ts'
import { listFailedMails } from '#web/mails/queries.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Price } from '#web/ui/facts/price.tsx'
import { count } from '#web/ui/format.ts'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { type Column, Table } from '#web/ui/tables/table.tsx'
import { listWaitingShops } from '#web/vendors/staff/queries.ts'
import { readCounts } from '../staff/queries.ts'
import type { Route } from './+types/overview.ts'
import { changeText, FigureCards, PartsTable, rangeText } from './figure-cards.tsx'
import { MarketNow } from './market-now.tsx'
import { type GroupSales, readGroups, readOverview } from './overview-queries.ts'
import { fixedDays, PeriodForm, readOverviewAddress } from './period-form.tsx'

export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const address = readOverviewAddress(url.searchParams, new Date())
  const [overview, groups, { counts, failure }, shops, mails] = await Promise.all([
    readOverview(api, address),
    readGroups(api, address),
    readCounts(api),
    listWaitingShops(api, { states: null }),
    listFailedMails(api),
  ])
  return { address, ...overview, ...groups, counts, failure: overview.failure ?? failure, shops, mails }
}

/** Every figure of the market in a period, beside the period before. */
export default function Overview({ loaderData }: Route.ComponentProps) {
  const { address, before, parts, figures, states, categories, counts, failure, shops, mails } = loaderData
  return (
    <>
      <PageHeading lead="The market in any period, beside the one before.">Overview</PageHeading>
      <PeriodForm {...address} />
      {failure && <ErrorState message={failure} reload />}
      <p className="mb-4 text-soft">
        {rangeText(address.period)}
        {address.state && `, shops in ${address.state}`}. Before: {rangeText(before)}.
      </p>
      <FigureCards address={address} figures={figures} parts={parts} />
      {parts.length > 1 && <PartsTable figures={figures} parts={parts} />}
      <div className="mb-8 grid items-start gap-8 *:min-w-0">
        {!address.state && (
          <div>
            <SectionHeading>By state</SectionHeading>
            <Table
              stacked
              caption="Sales by state"
              columns={[stateColumn(address), ...salesColumns]}
              rows={states}
              rowKey={({ name }) => name}
              empty={<p className="text-soft">Nothing was sold in these days, nor in those before.</p>}
            />
          </div>
        )}
        <div>
          <SectionHeading>By category</SectionHeading>
          <Table
            stacked
            caption="Sales by category"
            columns={[categoryColumn, ...salesColumns]}
            rows={categories}
            rowKey={({ name }) => name}
            empty={<p className="text-soft">Nothing was sold in these days, nor in those before.</p>}
          />
          <p className="mt-3 text-14 text-soft">An order with goods of several categories counts in each.</p>
        </div>
      </div>
      <SectionHeading>Now</SectionHeading>
      <MarketNow counts={counts} shops={shops} mails={mails} />
    </>
  )
}

const stateColumn = (address: Route.ComponentProps['loaderData']['address']): Column<GroupSales> => ({
  header: 'State',
  heading: true,
  cell: ({ name }) => (
    <Link to={pathWithParams('/chief/overview', { ...fixedDays(address), state: name })} className="text-link">
      {name}
    </Link>
  ),
})

const categoryColumn: Column<GroupSales> = {
  header: 'Category',
  heading: true,
  cell: ({ name }) => categoryLabels[name as Category] ?? name,
}

const salesColumns: Column<GroupSales>[] = [
  { header: 'Orders', numeric: true, cell: ({ orders }) => count(orders) },
  { header: 'Sales', numeric: true, cell: ({ goods }) => <Price naira={goods} /> },
  { header: 'Before', numeric: true, cell: ({ goodsBefore }) => <Price naira={goodsBefore} /> },
  {
    header: 'Change',
    numeric: true,
    cell: ({ goods, goodsBefore }) => (
      <span className="whitespace-nowrap">
        {changeText({ now: Math.round(goods * 100), before: Math.round(goodsBefore * 100) }, 'kobo')}
      </span>
    ),
  },
]

export const meta: Route.MetaFunction = () => pageMeta('Overview', 'The market in any period, beside the one before.')
