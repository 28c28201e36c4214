import { Link } from 'react-router'
import { apiContext } from '#web/context.ts'
import { PagedTable } from '#web/desk/paged-table.tsx'
import { choiceParam, pageParam, pathWithParams, textParam } from '#web/list-page.ts'
import { pageMeta } from '#web/page-meta.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { FilterForm, FilterSearch } from '#web/ui/filter-form.tsx'
import { datedMoment, kobo } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/table.tsx'
import type { Route } from './+types/accounts.ts'
import { ACCOUNT_KINDS, accountTexts } from './account-texts.ts'
import { BooksTabs } from './books-tabs.tsx'
import { type LedgerAccount, listAccounts } from './queries.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const filters = {
    kind: choiceParam(url.searchParams, 'kind', ACCOUNT_KINDS) || 'escrow',
    search: textParam(url.searchParams, 'search'),
    money: choiceParam(url.searchParams, 'money', ['all']),
  } as const
  const page = pageParam(url.searchParams)
  const { kind, search, money } = filters
  const list = await listAccounts(context.get(apiContext), { kind, search, withMoney: money === '', page })
  return { filters, page, list }
}

/** The accounts of one kind. */
export default function Accounts({ loaderData: { filters, page, list } }: Route.ComponentProps) {
  const { name, meaning } = accountTexts[filters.kind]
  return (
    <>
      <PageHeading
        lead={meaning}
        action={
          <a
            href={pathWithParams('/chief/ledger/accounts.csv', filters)}
            download
            className={buttonClass({ tone: 'plain' })}
          >
            Download CSV
          </a>
        }
      >
        {name}
      </PageHeading>
      <BooksTabs current="ledger" />
      <FilterForm>
        <FilterSearch label="Order, person, shop or reference" value={filters.search} />
        <SelectField
          label="Accounts"
          name="kind"
          defaultValue={filters.kind}
          options={ACCOUNT_KINDS.map((value) => ({ value, label: accountTexts[value].name }))}
        />
        <SelectField
          label="Show"
          name="money"
          defaultValue={filters.money}
          options={[
            { value: '', label: 'With money' },
            { value: 'all', label: 'All' },
          ]}
        />
      </FilterForm>
      <PagedTable
        caption="accounts"
        noun={{ one: 'account', many: 'accounts' }}
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        page={page}
        path="/chief/ledger/accounts"
        filters={filters}
        empty={<EmptyState title="No account here.">An account is opened by its first movement of money.</EmptyState>}
      />
    </>
  )
}

const columns: Column<LedgerAccount>[] = [
  {
    header: 'Account',
    heading: true,
    cell: ({ id, owner_name: name, owner_status: status, kind }) => (
      <span className="block sm:min-w-44">
        <Link to={`/chief/ledger/accounts/${id}`} className="text-link break-words">
          {name || accountTexts[kind as keyof typeof accountTexts].name}
        </Link>
        {status && <span className="block text-14 font-normal text-soft">{status.replaceAll('_', ' ')}</span>}
      </span>
    ),
  },
  { header: 'Debits', numeric: true, cell: ({ debits_kobo: debits }) => kobo(debits) },
  { header: 'Credits', numeric: true, cell: ({ credits_kobo: credits }) => kobo(credits) },
  {
    header: 'Balance',
    numeric: true,
    cell: ({ balance_kobo: balance }) => <strong className="whitespace-nowrap">{kobo(balance)}</strong>,
  },
  {
    header: 'Opened',
    cell: ({ opened_at: at }) => <span className="whitespace-nowrap">{datedMoment(at)}</span>,
  },
]

export const meta: Route.MetaFunction = () => pageMeta('Accounts', 'The accounts of one kind.')
