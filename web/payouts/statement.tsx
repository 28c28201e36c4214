import { movementText } from '#domain/payouts/movement-text.ts'
import { grossKobo } from '#domain/payouts/statement-paper.ts'
import { PERIOD_FAULT, periodQuery, periodText, readPeriod } from '#domain/payouts/statement-period.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { formatDay } from '#domain/time/date-text.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { monthLabel } from '#web/desk/figures/months.ts'
import { PagedTable } from '#web/desk/lists/paged-table.tsx'
import { readOwnShop } from '#web/desk/shop/own-shop.ts'
import { NoShop } from '#web/desk/shop/shop-notice.tsx'
import { pageParam } from '#web/list-page.ts'
import { pageMeta } from '#web/page-meta.ts'
import { buttonClass, LinkButton } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/controls/select-field.tsx'
import { DataList } from '#web/ui/data-list.tsx'
import { kobo } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { FilterForm } from '#web/ui/tables/filter-form.tsx'
import type { Column } from '#web/ui/tables/table.tsx'
import type { Route } from './+types/statement.ts'
import { listMovements, type Movement, readStatement } from './queries.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const shop = await readOwnShop(api, context.get(viewerContext).userId)
  const today = lagosDate(new Date())
  const requested = readPeriod(url.searchParams, today)
  const period = requested ?? { from: today.slice(0, 7), until: today.slice(0, 7) }
  if (!shop) return { today, isRefused: false, shown: null }
  const statement = await readStatement(api, { shopId: shop.id, period })
  return {
    today,
    isRefused: requested === null,
    shown: { statement, ...(await listMovements(api, statement, pageParam(url.searchParams))) },
  }
}

/** All movements of the shop's money in a month, from the opening to the closing balance. */
export default function StatementPage({ loaderData: { today, isRefused, shown } }: Route.ComponentProps) {
  if (!shown) return <NoShop title="Statement" />
  const { page, list, statement } = shown
  const { period, openingKobo, closingKobo, cameInKobo, wentOutKobo, feeKobo, firstMonth } = statement
  const months = monthsSince(firstMonth, today).map((one) => ({ value: one, label: monthLabel(one) }))
  return (
    <>
      <PageHeading
        lead="Every movement of your shop’s money: what was handed over, less our fee, and what was paid out."
        action={
          <div className="flex flex-wrap gap-3">
            <a
              href={`/vendor/payouts/statement.pdf?${periodQuery(period)}`}
              download
              className={buttonClass({ tone: 'plain' })}
            >
              Download PDF
            </a>
            <a
              href={`/vendor/payouts/statement.csv?${periodQuery(period)}`}
              download
              className={buttonClass({ tone: 'plain' })}
            >
              Download CSV
            </a>
            <LinkButton to="/vendor/payouts" tone="plain">
              Payouts
            </LinkButton>
          </div>
        }
      >
        Statement
      </PageHeading>
      {isRefused && (
        <Notice tone="error" className="mb-5">
          {PERIOD_FAULT} This is the statement of this month.
        </Notice>
      )}
      <FilterForm>
        <SelectField label="Month" name="month" defaultValue={period.from} options={months} />
        <SelectField label="Until" name="until" defaultValue={period.until} options={months} />
      </FilterForm>
      <div className="mb-6 max-w-140">
        <DataList
          facts={[
            { label: 'Balance at the beginning', value: kobo(openingKobo) },
            { label: 'Came in', value: kobo(cameInKobo) },
            { label: 'Went out', value: kobo(wentOutKobo) },
            { label: 'Balance at the end', value: kobo(closingKobo), total: true },
            { label: 'Our fee, taken before', value: kobo(feeKobo) },
          ]}
        />
      </div>
      <PagedTable
        caption={`Movements of ${periodText(period)}`}
        noun={{ one: 'movement', many: 'movements' }}
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        query={{ month: period.from, until: period.until, page }}
        empty={<EmptyState title="Nothing moved in this time." />}
      />
    </>
  )
}

const columns: Column<Movement>[] = [
  { header: 'What', cell: movementText, heading: true },
  {
    header: 'Day',
    cell: ({ posted_at }) => <span className="whitespace-nowrap">{formatDay(lagosDate(new Date(posted_at)))}</span>,
  },
  { header: 'Sold', cell: (row) => (grossKobo(row) ? kobo(grossKobo(row)) : '–'), numeric: true },
  { header: 'Our fee', cell: ({ fee_kobo }) => (fee_kobo ? kobo(fee_kobo) : '–'), numeric: true },
  { header: 'Amount', cell: ({ amount_kobo }) => kobo(amount_kobo), numeric: true },
  { header: 'Balance', cell: ({ balance_kobo }) => kobo(balance_kobo), numeric: true },
]

/** From the month of the first movement to this one, newest first; at most two years. */
function monthsSince(firstMonth: string | null, today: string): string[] {
  const first = firstMonth ?? today.slice(0, 7)
  const [year = 0, month = 0] = today.split('-').map(Number)
  return Array.from({ length: 24 }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  ).filter((one) => one >= first)
}

export const meta: Route.MetaFunction = () => pageMeta('Statement', 'Every movement of your shop’s money in a month.')
