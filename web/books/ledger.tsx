import { Link } from 'react-router'
import { isCalendarDate, lagosDate } from '#domain/time/calendar.ts'
import { apiContext } from '#web/context.ts'
import { pathWithParams, textParam } from '#web/list-page.ts'
import { pageMeta } from '#web/page-meta.ts'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { count, datedDay, kobo } from '#web/ui/format.ts'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { FilterForm } from '#web/ui/tables/filter-form.tsx'
import { type Column, Table } from '#web/ui/tables/table.tsx'
import type { Route } from './+types/ledger.ts'
import { ACCOUNT_KINDS, type AccountGroup, accountGroupNames, accountTexts } from './account-texts.ts'
import { BooksTabs } from './books-tabs.tsx'
import { type Balance, readBalances } from './queries.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const today = lagosDate(new Date())
  const requestedDay = textParam(url.searchParams, 'day')
  const day =
    isCalendarDate(requestedDay) && requestedDay >= '2020-01-01' && requestedDay <= today ? requestedDay : today
  return { today, day, ...(await readBalances(context.get(apiContext), day)) }
}

/** Assets, debts, income and costs of the market at the end of a day. */
export default function Ledger({ loaderData: { today, day, rows, failure } }: Route.ComponentProps) {
  const lines = ACCOUNT_KINDS.flatMap((kind) => rows.filter((row) => row.kind === kind))
  return (
    <>
      <PageHeading lead="Every kobo is on an account. Entries cannot be changed; a mistake is corrected with a new entry.">
        Ledger
      </PageHeading>
      <BooksTabs current="ledger" />
      <FilterForm>
        <TextField label="As at the end of" name="day" type="date" min="2020-01-01" max={today} defaultValue={day} />
      </FilterForm>
      {failure ? (
        <ErrorState message={failure} reload />
      ) : (
        <>
          <p className="mb-4 text-14 text-soft">{day === today ? 'As of now.' : `At the end of ${datedDay(day)}.`}</p>
          <div className="grid gap-8">
            {(Object.keys(accountGroupNames) as AccountGroup[]).map((group) => (
              <section key={group}>
                <SectionHeading>{accountGroupNames[group]}</SectionHeading>
                <Table
                  caption={accountGroupNames[group]}
                  stacked
                  columns={columns}
                  rows={lines.filter(({ kind }) => accountTexts[kind as keyof typeof accountTexts].group === group)}
                  rowKey={({ kind }) => kind}
                  empty={<EmptyState title="No entries yet." />}
                />
              </section>
            ))}
          </div>
        </>
      )}
    </>
  )
}

const columns: Column<Balance>[] = [
  {
    header: 'Account',
    heading: true,
    cell: ({ kind }) => {
      const { name, meaning } = accountTexts[kind as keyof typeof accountTexts]
      return (
        <span className="block sm:min-w-64">
          <Link to={pathWithParams('/chief/ledger/accounts', { kind })} className="text-link">
            {name}
          </Link>
          <span className="block text-14 font-normal text-soft">{meaning}</span>
        </span>
      )
    },
  },
  { header: 'Accounts with money', numeric: true, cell: ({ accounts }) => count(accounts) },
  {
    header: 'Balance',
    numeric: true,
    cell: ({ balance_kobo: balance }) => <strong className="whitespace-nowrap">{kobo(balance)}</strong>,
  },
]

export const meta: Route.MetaFunction = () => pageMeta('Ledger', 'What the market holds, owes and has earned.')
