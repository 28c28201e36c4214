import { Link } from 'react-router'
import { buyFigures } from '#domain/figures/buy-figures.ts'
import { countUnits } from '#domain/products/units.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { figureRules } from '#web/desk/figures/figure-rules.ts'
import { monthLabel } from '#web/desk/figures/months.ts'
import { KeysetTable } from '#web/desk/lists/keyset-table.tsx'
import { readOwnShop } from '#web/desk/shop/own-shop.ts'
import { NoShop } from '#web/desk/shop/shop-notice.tsx'
import { choiceParam, pathWithParams } from '#web/list-page.ts'
import { readOrderCursor, readOrderKey } from '#web/orders/find-orders.ts'
import { pageMeta } from '#web/page-meta.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/controls/select-field.tsx'
import { Price } from '#web/ui/facts/price.tsx'
import { count, longDay, naira } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { FilterForm } from '#web/ui/tables/filter-form.tsx'
import type { Column } from '#web/ui/tables/table.tsx'
import type { Route } from './+types/buy-figures.ts'
import { type BuyFigureRow, figureMonths, listBuyFigures } from './buy-figure-queries.ts'

const HERE = '/vendor/analytics/buys'
const NOTHING = { rows: [], newer: null, older: null, failure: null }

export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const shop = await readOwnShop(api, context.get(viewerContext).userId)
  const months = figureMonths(new Date())
  const month = choiceParam(url.searchParams, 'month', months)
  const after = readOrderKey(readOrderCursor(url.searchParams).older)
  return { hasShop: shop !== null, months, month, list: shop ? await listBuyFigures(api, { month, after }) : NOTHING }
}

/** The outcome of each group buy, by the month in which it closed. */
export default function BuyFigurePage({ loaderData: { hasShop, months, month, list } }: Route.ComponentProps) {
  if (!hasShop) return <NoShop title="Figures by group buy" />
  return (
    <>
      <PageHeading
        lead="How each group buy went, by its last day."
        action={
          <a href={pathWithParams(`${HERE}.csv`, { month })} download className={buttonClass({ tone: 'plain' })}>
            Download CSV
          </a>
        }
      >
        Figures by group buy
      </PageHeading>
      <FilterForm>
        <SelectField
          label="Last day in"
          className="max-sm:col-span-2"
          name="month"
          defaultValue={month}
          options={[
            { value: '', label: 'The last twelve months' },
            ...months.map((value) => ({ value, label: monthLabel(`${value}-01`) })),
          ]}
        />
      </FilterForm>
      <KeysetTable
        noun={{ one: 'group buy', many: 'group buys' }}
        list={list}
        count={null}
        columns={columns}
        rowKey={({ id }) => id}
        empty={
          <EmptyState title="No group buy has its last day in this time.">
            Each one appears here once it is published.
          </EmptyState>
        }
      />
      <p className="mt-4 max-w-measure text-14 text-soft">
        Paid: of all orders that were made. Filled: units joined, of the target. Not collected: of the orders that were
        handed over or should have been, those whose buyer did not come in time. {figureRules.goods}{' '}
        {figureRules.onTime} Visits of a page are not counted.
      </p>
    </>
  )
}

const share = (percent: number | null): string => (percent === null ? 'none yet' : `${percent}%`)

const columns: Column<BuyFigureRow>[] = [
  {
    header: 'Group buy',
    heading: true,
    cell: ({ id, product_name: name, end_date: end }) => (
      <>
        <Link to={`/vendor/products/buys/${id}`} className="break-words text-link">
          {name}
        </Link>
        <span className="block text-14 font-normal text-soft">{longDay(end)}</span>
      </>
    ),
  },
  {
    header: 'Joined, paid',
    numeric: true,
    cell: (buy) => `${count(buy.joined)}, ${share(buyFigures(buy).paidShare)}`,
  },
  {
    header: 'Tier',
    numeric: true,
    cell: (buy) => {
      const { tier, tiers } = buyFigures(buy)
      return (
        <>
          {tiers === 0 ? 'One price' : tier === 0 ? `None of ${tiers}` : `${tier} of ${tiers}`}
          <span className="block text-14 text-soft">{naira(buy.price)}</span>
        </>
      )
    },
  },
  {
    header: 'Filled',
    numeric: true,
    cell: (buy) => (
      <>
        {share(buyFigures(buy).fillShare)}
        <span className="block text-14 text-soft">of {countUnits(buy.target_quantity, buy.unit)}</span>
      </>
    ),
  },
  { header: 'On time', numeric: true, cell: (buy) => share(buyFigures(buy).onTimeShare) },
  { header: 'Not collected', numeric: true, cell: (buy) => share(buyFigures(buy).noShowShare) },
  { header: 'Goods', numeric: true, cell: ({ goods }) => <Price naira={goods} /> },
]

export const meta: Route.MetaFunction = () => pageMeta('Figures by group buy', 'How your group buys went.')
