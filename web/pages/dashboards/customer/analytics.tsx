import type { I18n } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react'
import { lagosDate } from '#domain/time/calendar.ts'
import { apiContext } from '#web/context.ts'
import { Figures } from '#web/desk/figures/figures.tsx'
import { MonthChart } from '#web/desk/figures/month-chart.tsx'
import { byMonth, monthLabel, total } from '#web/desk/figures/months.ts'
import { counted } from '#web/languages/counted.ts'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { pageMeta } from '#web/page-meta.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Price } from '#web/ui/facts/price.tsx'
import { count, naira } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { type Column, Table } from '#web/ui/tables/table.tsx'
import type { Route } from './+types/analytics.ts'
import { type OwnMonth, readOwnMonths } from './queries.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { months, failure } = await readOwnMonths(context.get(apiContext))
  const none = { orders: 0, promised_orders: 0, base_amount: 0, goods: 0, promised_goods: 0 }
  const filled = byMonth(months, lagosDate(new Date()), (own, month): OwnMonth => own[0] ?? { ...none, month })
  return { months: filled, failure, any: months.length > 0 }
}

const saved = ({ base_amount: base, goods }: OwnMonth) => Math.round((base - goods) * 100) / 100

/** The user's savings: base price compared with the orders' price. */
export default function Savings({ loaderData: { months, failure, any } }: Route.ComponentProps) {
  const { i18n } = useLingui()
  const promised = total(months, (row) => row.promised_orders)
  return (
    <>
      <PageHeading lead={i18n.t('What your orders cost compared with the base price, over the last twelve months.')}>
        {i18n.t('Analytics')}
      </PageHeading>
      {failure && <ErrorState message={failure} reload />}
      {!failure && !any && (
        <EmptyState
          title={i18n.t('No orders yet.')}
          action={<LinkButton to="/group-buys">{i18n.t('See the group buys')}</LinkButton>}
        >
          {i18n.t('What you save by buying together will appear here, month by month.')}
        </EmptyState>
      )}
      {any && (
        <>
          <Figures
            label={i18n.t('The last twelve months')}
            figures={[
              { label: i18n.t('You saved'), value: naira(total(months, saved)) },
              { label: i18n.t('Goods you bought'), value: naira(total(months, (row) => row.goods)) },
              { label: i18n.t('At the base price'), value: naira(total(months, (row) => row.base_amount)) },
              {
                label: i18n.t('Not paid yet'),
                value: naira(total(months, (row) => row.promised_goods)),
                rule: counted(i18n, promised, {
                  one: /*i18n*/ 'In {count} order',
                  many: /*i18n*/ 'In {count} orders',
                  count: count(promised),
                }),
                to: '/account/orders',
              },
            ]}
          />
          <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
            <MonthChart
              title={i18n.t('What you saved, by the month you ordered')}
              bars={months.map((row) => ({ month: row.month, value: saved(row) }))}
            />
            <Table
              caption={i18n.t('What you saved, by the month you ordered')}
              columns={columnsIn(i18n)}
              rows={[...months].reverse()}
              rowKey={({ month }) => month}
            />
          </div>
          <p className="mt-4 max-w-measure text-14 text-soft">
            {i18n.t(
              'This counts the goods of paid orders, without fees and delivery. The price of a running group buy can still fall.',
            )}
          </p>
        </>
      )}
    </>
  )
}

/** The cell of a month without orders: many rows of ₦0 would obscure the others. */
function Nothing() {
  const { i18n } = useLingui()
  return <span className="text-soft">{i18n.t('none')}</span>
}

const columnsIn = (i18n: I18n): Column<OwnMonth>[] => [
  {
    header: i18n.t('Month'),
    heading: true,
    cell: ({ month, orders }) => (
      <span className="whitespace-nowrap">
        {monthLabel(month)}
        {orders > 0 && (
          <span className="block text-14 font-normal text-soft">
            {counted(i18n, orders, {
              one: /*i18n*/ '{count} order',
              many: /*i18n*/ '{count} orders',
              count: count(orders),
            })}
          </span>
        )}
      </span>
    ),
  },
  {
    header: i18n.t('Your price'),
    numeric: true,
    cell: ({ orders, base_amount: base, goods }) =>
      orders === 0 ? (
        <Nothing />
      ) : (
        <>
          <Price naira={goods} />
          {base !== goods && (
            <span className="block text-14 whitespace-nowrap text-soft">
              <Trans id="base price <price/>" components={{ price: <Price naira={base} /> }} />
            </span>
          )}
        </>
      ),
  },
  {
    header: i18n.t('Saved'),
    numeric: true,
    cell: (row) => (row.orders === 0 ? <Nothing /> : <Price naira={saved(row)} strong={saved(row) > 0} />),
  },
]

export const meta: Route.MetaFunction = ({ matches }) => {
  const i18n = i18nFromMatches(matches)
  return pageMeta(i18n.t('Analytics'), i18n.t('What you saved by buying together.'))
}
