import { lagosDateOf } from '#domain/calendar.ts'
import { apiContext } from '#web/context.ts'
import { Figures } from '#web/desk/figures.tsx'
import { MonthChart } from '#web/desk/month-chart.tsx'
import { byMonth, monthLabel, total } from '#web/desk/months.ts'
import { titled } from '#web/titled.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { naira, plural } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { Price } from '#web/ui/price.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Route } from './+types/analytics.ts'
import { type OwnMonth, readOwnMonths } from './queries.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { months, failure } = await readOwnMonths(context.get(apiContext))
  const none = { orders: 0, promised_orders: 0, base_amount: 0, goods: 0, promised_goods: 0 }
  const filled = byMonth(months, lagosDateOf(new Date()), (own, month): OwnMonth => own[0] ?? { ...none, month })
  return { months: filled, failure, any: months.length > 0 }
}

const saved = ({ base_amount: base, goods }: OwnMonth) => Math.round((base - goods) * 100) / 100

/** What buying together saved: base price compared with the orders' price. */
export default function Savings({ loaderData: { months, failure, any } }: Route.ComponentProps) {
  return (
    <>
      <PageHeading lead="The base price compared with what your orders cost, over the last twelve months.">
        Analytics
      </PageHeading>
      {failure && <ErrorState message={failure} reload />}
      {!failure && !any && (
        <EmptyState title="No orders yet." action={<LinkButton to="/group-buys">See the group buys</LinkButton>}>
          What you save by buying together will appear here, month by month.
        </EmptyState>
      )}
      {any && (
        <>
          <Figures
            label="Twelve months together"
            figures={[
              { label: 'You saved', value: naira(total(months, saved)) },
              { label: 'Goods you bought', value: naira(total(months, (row) => row.goods)) },
              { label: 'At the base price', value: naira(total(months, (row) => row.base_amount)) },
              {
                label: 'Not paid yet',
                value: naira(total(months, (row) => row.promised_goods)),
                rule: `In ${plural(
                  total(months, (row) => row.promised_orders),
                  'order',
                )}`,
                to: '/account/orders',
              },
            ]}
          />
          <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
            <MonthChart
              title="Saved, by month of ordering"
              bars={months.map((row) => ({ month: row.month, value: saved(row) }))}
            />
            <Table
              caption="Saved by month"
              columns={columns}
              rows={[...months].reverse()}
              rowKey={({ month }) => month}
            />
          </div>
          <p className="mt-4 max-w-measure text-14 text-soft">
            Goods of paid orders, without fees or delivery. Prices of running group buys may still fall.
          </p>
        </>
      )}
    </>
  )
}

/** A month without orders, because many rows of ₦0 would hide the others. */
function Nothing() {
  return <span className="text-soft">none</span>
}

const columns: Column<OwnMonth>[] = [
  {
    header: 'Month',
    heading: true,
    cell: ({ month, orders }) => (
      <span className="whitespace-nowrap">
        {monthLabel(month)}
        {orders > 0 && <span className="block text-14 font-normal text-soft">{plural(orders, 'order')}</span>}
      </span>
    ),
  },
  {
    header: 'Your price',
    numeric: true,
    cell: ({ orders, base_amount: base, goods }) =>
      orders === 0 ? (
        <Nothing />
      ) : (
        <>
          <Price naira={goods} />
          {base !== goods && (
            <span className="block text-14 whitespace-nowrap text-soft">
              base <Price naira={base} />
            </span>
          )}
        </>
      ),
  },
  {
    header: 'Saved',
    numeric: true,
    cell: (row) => (row.orders === 0 ? <Nothing /> : <Price naira={saved(row)} strong={saved(row) > 0} />),
  },
]

export const meta: Route.MetaFunction = () => titled('Analytics', 'What buying together saved you.')
