import { lagosDateOf } from '#domain/calendar.ts'
import { formatDay } from '#domain/date-text.ts'
import { movementText } from '#domain/payouts/movement-text.ts'
import { MOST_ON_PAPER } from '#domain/payouts/statement-paper.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { monthLabel } from '#web/desk/months.ts'
import { readOwnShop } from '#web/desk/own-shop.ts'
import { NoShop } from '#web/desk/shop-notice.tsx'
import { titled } from '#web/titled.ts'
import { buttonClass, LinkButton } from '#web/ui/button.tsx'
import { DataList } from '#web/ui/data-list.tsx'
import { FilterForm } from '#web/ui/filter-form.tsx'
import { kobo } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Route } from './+types/statement.ts'
import { type Movement, readStatement } from './queries.ts'
import { readMonth } from './read-month.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const shop = await readOwnShop(api, context.get(viewerContext).userId)
  const today = lagosDateOf(new Date())
  const month = readMonth(url.searchParams, today)
  return { shop, today, statement: shop && (await readStatement(api, { shopId: shop.id, month })) }
}

/** Every movement of the shop's money in a month, from the balance before to the balance after. */
export default function StatementPage({ loaderData: { shop, today, statement } }: Route.ComponentProps) {
  if (!shop || !statement) {
    return (
      <>
        <PageHeading>Statement</PageHeading>
        <NoShop />
      </>
    )
  }
  const { month, rows, openingKobo, closingKobo, failure, firstAt } = statement
  return (
    <>
      <PageHeading
        lead="Every movement of your shop’s money: what was handed over, less our fee, and what was paid out."
        action={
          <div className="flex flex-wrap gap-3">
            {rows.length <= MOST_ON_PAPER && (
              <a
                href={`/vendor/payouts/statement.pdf?month=${month}`}
                download
                className={buttonClass({ tone: 'plain' })}
              >
                Download PDF
              </a>
            )}
            <a
              href={`/vendor/payouts/statement.csv?month=${month}`}
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
      {failure && (
        <div className="mb-5">
          <ErrorState message={failure} reload />
        </div>
      )}
      <FilterForm>
        <SelectField
          label="Month"
          name="month"
          defaultValue={month}
          options={monthsSince(firstAt, today).map((one) => ({ value: one, label: monthLabel(one) }))}
        />
      </FilterForm>
      <div className="mb-6 max-w-140">
        <DataList
          facts={[
            { label: 'Balance at the beginning', value: kobo(openingKobo) },
            { label: 'Came in', value: kobo(sum(rows, 1)) },
            { label: 'Went out', value: kobo(-sum(rows, -1)) },
            { label: 'Balance at the end', value: kobo(closingKobo), total: true },
            { label: 'Our fee, taken before', value: kobo(rows.reduce((all, { fee_kobo }) => all + fee_kobo, 0)) },
          ]}
        />
      </div>
      <Table
        caption={`Movements of ${monthLabel(month)}`}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        stacked
        empty={<EmptyState title="Nothing moved in this month." />}
      />
    </>
  )
}

/** What came in (1) or went out (-1). */
const sum = (rows: readonly Movement[], sign: 1 | -1): number =>
  rows.reduce((all, { amount_kobo: amount }) => all + (Math.sign(amount) === sign ? amount : 0), 0)

const columns: Column<Movement>[] = [
  { header: 'What', cell: movementText, heading: true },
  { header: 'Day', cell: ({ posted_at }) => formatDay(lagosDateOf(new Date(posted_at))) },
  { header: 'Our fee', cell: ({ fee_kobo }) => (fee_kobo ? kobo(fee_kobo) : '–'), numeric: true },
  { header: 'Amount', cell: ({ amount_kobo }) => kobo(amount_kobo), numeric: true },
  { header: 'Balance', cell: ({ balance_kobo }) => kobo(balance_kobo ?? 0), numeric: true },
]

/** From the month of the first movement to this one, newest first; two years at most. */
function monthsSince(firstAt: string | null, today: string): string[] {
  const first = firstAt ? lagosDateOf(new Date(firstAt)).slice(0, 7) : today.slice(0, 7)
  const [year = 0, month = 0] = today.split('-').map(Number)
  return Array.from({ length: 24 }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  ).filter((one) => one >= first)
}

export const meta: Route.MetaFunction = () => titled('Statement', 'Every movement of your shop’s money in a month.')
