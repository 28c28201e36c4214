import { Link, useLocation } from 'react-router'
import { apiContext } from '#web/context.ts'
import { choice, readListQuery } from '#web/desk/lists/list-query.ts'
import { ListScreen } from '#web/desk/lists/list-screen.tsx'
import { pathWithParams } from '#web/list-page.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { count, day } from '#web/ui/format.ts'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/tables/table.tsx'
import type { Route } from './+types/states.ts'
import { isUnattended, isWaiting, listStates, type StateOverview } from './state-queries.ts'

const FILTERS = {
  show: choice('Show', 'All states', { unattended: 'Shops and no manager', waiting: 'Something waits' }),
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const query = readListQuery(url.searchParams, FILTERS)
  const { states, failure } = await listStates(context.get(apiContext))
  const rows = query.show === '' ? states : states.filter(query.show === 'unattended' ? isUnattended : isWaiting)
  return { query, list: { rows, failure } }
}

/** The states: who looks after them, what runs there, and what has waited longest. */
export default function States({ loaderData }: Route.ComponentProps) {
  const base = `/${useLocation().pathname.split('/')[1]}`
  return (
    <ListScreen
      {...loaderData}
      title="States"
      lead="Who looks after each state, and what waits there. Those that have waited longest come first."
      action={base === '/coordinator' && <LinkButton to="/coordinator/managers">Assign states</LinkButton>}
      filters={FILTERS}
      noun={{ one: 'state', many: 'states' }}
      columns={columns(base)}
      rowKey={({ state }) => state}
      empty={
        <EmptyState title="No such state.">
          {loaderData.query.show === 'unattended'
            ? 'Every state with shops has a manager.'
            : 'Nothing waits for a decision in any state.'}
        </EmptyState>
      }
    />
  )
}

const columns = (base: string): Column<StateOverview>[] => [
  { header: 'State', heading: true, cell: ({ state }) => <span className="whitespace-nowrap">{state}</span> },
  {
    header: 'Managers',
    wide: true,
    cell: (one) =>
      one.managers.length > 0 ? (
        <span className="block sm:min-w-32 break-words">{one.managers.join(', ')}</span>
      ) : (
        <Badge tone={isUnattended(one) ? 'urgent' : 'plain'}>None</Badge>
      ),
  },
  {
    header: 'Shops',
    numeric: true,
    cell: ({ state, shops_open: shops }) => (
      <Linked amount={shops} to={pathWithParams(`${base}/vendors`, { state, status: 'active' })} />
    ),
  },
  { header: 'Open buys', numeric: true, cell: ({ buys_open: buys }) => (buys === 0 ? '–' : count(buys)) },
  {
    header: 'To approve',
    numeric: true,
    cell: ({ state, shops_pending: shops }) => (
      <Linked amount={shops} to={pathWithParams(`${base}/vendors`, { state, status: 'pending' })} />
    ),
  },
  {
    header: 'Disputes',
    numeric: true,
    cell: ({ claims_disputed: claims }) => <Linked amount={claims} to={`${base}/claims`} />,
  },
  {
    header: 'Not collected',
    numeric: true,
    cell: ({ uncollected_open: left }) => <Linked amount={left} to={`${base}/uncollected`} />,
  },
  {
    header: 'Oldest',
    cell: ({ waiting_since: since }) => <span className="whitespace-nowrap">{since ? day(since) : '–'}</span>,
  },
]

function Linked({ amount, to }: { amount: number; to: string }) {
  if (amount === 0) return '–'
  return (
    <Link to={to} className="text-link">
      {count(amount)}
    </Link>
  )
}

export const meta: Route.MetaFunction = () => pageMeta('States', 'Who looks after each state, and what waits there.')
