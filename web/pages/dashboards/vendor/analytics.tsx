import { VENDOR_ON_TIME_PERCENT } from '#domain/limits.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { figureRule } from '#web/desk/figures/figure-rules.ts'
import { Figures } from '#web/desk/figures/figures.tsx'
import { MonthChart } from '#web/desk/figures/month-chart.tsx'
import { byMonth, monthLabel, newestFirst, total } from '#web/desk/figures/months.ts'
import { readOwnShop } from '#web/desk/shop/own-shop.ts'
import { NoShop } from '#web/desk/shop/shop-notice.tsx'
import { BestSelling } from '#web/orders/sold.tsx'
import { pageMeta } from '#web/page-meta.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Price } from '#web/ui/facts/price.tsx'
import { count, kobo, naira } from '#web/ui/format.ts'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { type Column, Table } from '#web/ui/tables/table.tsx'
import type { Route } from './+types/analytics.ts'
import { listProductsSold, readShopMetrics, readShopMonths, type ShopMonth } from './queries.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const shop = await readOwnShop(api, context.get(viewerContext).userId)
  if (!shop) return null
  const [{ months, failure }, metrics, sold] = await Promise.all([
    readShopMonths(api),
    readShopMetrics(api, shop.id),
    listProductsSold(api),
  ])
  const filled = byMonth(months, lagosDate(new Date()), (own, month): ShopMonth => own[0] ?? { ...NONE, month })
  return { months: filled, failure, metrics, sold, any: months.length > 0 }
}

const NONE = { orders: 0, promised_orders: 0, completed_orders: 0, goods: 0, promised_goods: 0, vendor_fee_kobo: 0 }

export default function VendorAnalytics({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeading
        lead="Orders and goods by month, and the figures your shop page shows."
        action={
          <LinkButton to="/vendor/analytics/buys" tone="plain">
            By group buy
          </LinkButton>
        }
      >
        Analytics
      </PageHeading>
      {loaderData ? <Analytics {...loaderData} /> : <NoShop />}
    </>
  )
}

function Analytics({ months, failure, metrics, sold, any }: NonNullable<Route.ComponentProps['loaderData']>) {
  if (failure) return <ErrorState message={failure} reload />
  return (
    <>
      {metrics && <Figures label="Figures of your shop" figures={metricFigures(metrics)} />}
      <SectionHeading id="months">The last twelve months</SectionHeading>
      {any ? (
        <div className="mb-8 grid items-start gap-6 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
          <MonthChart title="Goods sold, by month" bars={months.map(({ month, goods }) => ({ month, value: goods }))} />
          <Table
            caption="Orders and goods by month"
            columns={columns}
            rows={newestFirst(months)}
            rowKey={({ month }) => month}
          />
        </div>
      ) : (
        <EmptyState
          title="No orders in the last twelve months."
          action={<LinkButton to="/vendor/products/buys/new">New group buy</LinkButton>}
        >
          Your months will appear here from the first order on.
        </EmptyState>
      )}
      {any && <BestSelling products={sold} all={total(months, ({ goods }) => goods)} />}
    </>
  )
}

type Metrics = NonNullable<Awaited<ReturnType<typeof readShopMetrics>>>

function metricFigures(metrics: Metrics) {
  const { on_time_rate: onTime, average_delivery_time: hours, rating } = metrics
  return [
    { label: 'Orders', value: count(metrics.total_orders), rule: figureRule('orders') },
    {
      label: 'Completed orders',
      value: count(metrics.completed_orders),
      rule: figureRule('completed'),
    },
    {
      label: 'Total revenue',
      value: naira(metrics.total_revenue),
      rule: figureRule('revenue'),
    },
    {
      label: 'Rating',
      value: rating === null ? 'None yet' : `${rating.toFixed(1)} of 5`,
      rule: `Average of ${metrics.rating_count} ${metrics.rating_count === 1 ? 'rating' : 'ratings'} of completed orders`,
    },
    {
      label: 'On time',
      value: onTime === null ? 'None yet' : `${onTime}%`,
      rule: `${figureRule('onTime')} ${VENDOR_ON_TIME_PERCENT}% is expected.`,
    },
    {
      label: 'Average delivery time',
      value: hours === null ? 'None yet' : `${hours} hours`,
      rule: figureRule('delivery'),
    },
  ]
}

const columns: Column<ShopMonth>[] = [
  {
    header: 'Month',
    heading: true,
    cell: ({ month }) => <span className="whitespace-nowrap">{monthLabel(month)}</span>,
  },
  { header: 'Orders', numeric: true, cell: ({ orders }) => count(orders) },
  { header: 'Done', numeric: true, cell: ({ completed_orders: done }) => count(done) },
  {
    header: 'Goods, fee',
    numeric: true,
    cell: ({ goods, vendor_fee_kobo: fee }) => (
      <>
        <Price naira={goods} />
        <span className="block text-14 text-soft">{kobo(fee)} fee</span>
      </>
    ),
  },
  {
    header: 'Promised',
    numeric: true,
    cell: ({ promised_orders: promised, promised_goods: goods }) => (
      <>
        {count(promised)}
        {promised > 0 && (
          <span className="block text-14 text-soft">
            <Price naira={goods} />
          </span>
        )}
      </>
    ),
  },
]

export const meta: Route.MetaFunction = () => pageMeta('Analytics', 'Orders and goods of your shop by month.')
