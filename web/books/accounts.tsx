import { Link } from 'react-router'
import { apiContext } from '#web/context.ts'
import { choice, readListQuery } from '#web/desk/lists/list-query.ts'
import { ListScreen } from '#web/desk/lists/list-screen.tsx'
import { pathWithParams } from '#web/list-page.ts'
import { pageMeta } from '#web/page-meta.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { datedMoment, kobo } from '#web/ui/format.ts'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/tables/table.tsx'
import type { Route } from './+types/accounts.ts'
import { ACCOUNT_KINDS, accountTexts } from './account-texts.ts'
import { BooksTabs } from './books-tabs.tsx'
import { type LedgerAccount, listAccounts } from './queries.ts'

const FILTERS = {
  search: { label: 'Order, person, shop or reference' },
  kind: { label: 'Accounts', options: ACCOUNT_KINDS.map((value) => ({ value, label: accountTexts[value].name })) },
  money: choice('Show', 'With money', { all: 'All' }),
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const { kind, money, ...rest } = readListQuery(url.searchParams, FILTERS)
  const query = { ...rest, kind: kind || 'escrow', money } as const
  return { query, list: await listAccounts(context.get(apiContext), { ...query, withMoney: money === '' }) }
}

/** The accounts of one kind. */
export default function Accounts({ loaderData: { query, list } }: Route.ComponentProps) {
  const { name, meaning } = accountTexts[query.kind]
  const { page: _, ...filters } = query
  return (
    <ListScreen
      title={name}
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
      filters={FILTERS}
      query={query}
      noun={{ one: 'account', many: 'accounts' }}
      list={list}
      columns={columns}
      rowKey={({ id }) => id}
      empty={<EmptyState title="No account here.">An account is opened by its first movement of money.</EmptyState>}
    >
      <BooksTabs current="ledger" />
    </ListScreen>
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
