import { Link } from 'react-router'
import { NIGERIAN_STATES } from '#domain/geography/nigerian-states.ts'
import { apiContext } from '#web/context.ts'
import { ListScreen } from '#web/desk/lists/list-screen.tsx'
import { pageMeta } from '#web/page-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { SectionHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/tables/table.tsx'
import type { Route } from './+types/manager-list.ts'
import { listManagers, type ManagerWithStates } from './manager-queries.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const { managers, taken, failure } = await listManagers(context.get(apiContext))
  const free = NIGERIAN_STATES.filter((state) => !taken.includes(state))
  return { managers, failure, free, saved: url.searchParams.get('done') === 'saved' }
}

export default function Managers({ loaderData: { managers, failure, free, saved } }: Route.ComponentProps) {
  return (
    <>
      <ListScreen
        title="Managers"
        lead="Who looks after the shops in which states. Open a manager to assign states."
        caption="Managers"
        list={{ rows: managers, failure }}
        columns={columns}
        rowKey={({ id }) => id}
        empty={
          <EmptyState title="No managers yet.">
            A chief makes somebody a manager under Staff. Then they appear here, and you assign their states.
          </EmptyState>
        }
      >
        {saved && (
          <Notice tone="success" className="mb-5">
            The states are assigned. The manager can see their shops now.
          </Notice>
        )}
      </ListScreen>
      <div className="mt-8">
        <SectionHeading>States without a manager</SectionHeading>
        <p className="max-w-measure">{free.length > 0 ? `${free.join(', ')}.` : 'Every state has a manager.'}</p>
        {free.length > 0 && (
          <p className="mt-2 max-w-measure text-14 text-soft">
            Their shops are looked after by coordinators and the chief until somebody is assigned.
          </p>
        )}
      </div>
    </>
  )
}

const columns: Column<ManagerWithStates>[] = [
  {
    header: 'Manager',
    heading: true,
    cell: ({ id, name, email }) => (
      <span className="block sm:min-w-40 break-words">
        <Link to={`/coordinator/managers/${id}`} className="text-link">
          {name}
        </Link>
        <span className="block text-14 font-normal text-soft">{email}</span>
      </span>
    ),
  },
  {
    header: 'States',
    cell: ({ states }) =>
      states.length > 0 ? (
        <span className="block sm:min-w-40">{states.join(', ')}</span>
      ) : (
        <Badge tone="warm">None yet</Badge>
      ),
  },
  { header: 'How many', numeric: true, cell: ({ states }) => states.length },
]

export const meta: Route.MetaFunction = () => pageMeta('Managers', 'Managers and their states.')
