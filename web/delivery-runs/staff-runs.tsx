import { apiContext } from '#web/context.ts'
import { choice, readListQuery } from '#web/desk/lists/list-query.ts'
import { ListScreen } from '#web/desk/lists/list-screen.tsx'
import { RecordLink } from '#web/desk/records/record-link.tsx'
import { pageMeta } from '#web/page-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/tables/table.tsx'
import type { Route } from './+types/staff-runs.ts'
import type { DeliveryRun } from './queries.ts'
import { runStates, windowText } from './run-texts.ts'

const FILTERS = {
  show: choice('Show', 'All runs', { late: 'Late', out: 'On the way', planned: 'Planned', ended: 'Over' }),
}

const MAX_RUNS = 500

export async function loader({ url, context }: Route.LoaderArgs) {
  const query = readListQuery(url.searchParams, FILTERS)
  const now = new Date().toISOString()
  let runs = context
    .get(apiContext)
    .tables.from('overseen_runs')
    .select(
      'id, state, place_name, vendor_id, rider_name, rider_serves, window_from, window_until, status, open, delivered, failed',
    )
  if (query.show === 'late') runs = runs.neq('status', 'ended').lt('window_until', now)
  else if (query.show) runs = runs.eq('status', query.show)
  const { data, error } = await runs
    .order('window_from')
    .order('id')
    .limit(MAX_RUNS)
    .overrideTypes<OverseenRun[], { merge: false }>()
  return { query, now, list: { rows: data ?? [], failure: error?.message ?? null } }
}

/** Delivery runs of all overseen states. Staff of the hubs and shops plan them; nothing is changed here. */
export default function StaffRuns({ loaderData: { query, now, list } }: Route.ComponentProps) {
  return (
    <ListScreen
      title="Deliveries"
      lead="Runs that are planned or on the way, and those that ended in the last day. Each place plans its own."
      filters={FILTERS}
      query={query}
      noun={{ one: 'run', many: 'runs' }}
      list={list}
      columns={columns(now)}
      rowKey={({ id }) => id}
      empty={
        <EmptyState title={query.show ? 'No such run.' : 'No delivery runs.'}>
          Runs appear here once a hub or a shop has planned one.
        </EmptyState>
      }
    />
  )
}

interface OverseenRun
  extends Pick<
    DeliveryRun,
    'id' | 'place_name' | 'rider_name' | 'rider_serves' | 'window_from' | 'window_until' | 'status'
  > {
  state: string
  /** Null for a hub of the market. */
  vendor_id: string | null
  open: number
  delivered: number
  failed: number
}

const columns = (now: string): Column<OverseenRun>[] => [
  {
    header: 'Run',
    heading: true,
    cell: (run) => (
      <span className="block sm:min-w-40 break-words">
        {run.rider_name}
        <span className="block text-14 font-normal text-soft">{windowText(run)}</span>
      </span>
    ),
  },
  {
    header: 'From',
    cell: ({ place_name: place, vendor_id: shop, state }) => (
      <span className="block sm:min-w-32 break-words">
        {shop ? (
          <RecordLink kind="shop" id={shop}>
            {place}
          </RecordLink>
        ) : (
          place
        )}
        <span className="block text-14 text-soft">{state}</span>
      </span>
    ),
  },
  { header: 'Status', cell: (run) => <RunStatus run={run} now={now} /> },
  { header: 'To go', numeric: true, cell: ({ open }) => open },
  { header: 'Delivered', numeric: true, cell: ({ delivered }) => delivered },
  { header: 'Failed', numeric: true, cell: ({ failed }) => failed },
]

function RunStatus({ run, now }: { run: OverseenRun; now: string }) {
  const { label, tone } = runStates[run.status]
  if (run.status === 'ended') return <Badge tone={tone}>{label}</Badge>
  if (!run.rider_serves) return <Badge tone="urgent">Rider has left</Badge>
  if (run.window_until < now) return <Badge tone="urgent">Late</Badge>
  return <Badge tone={tone}>{label}</Badge>
}

export const meta: Route.MetaFunction = () => pageMeta('Deliveries', 'Delivery runs of all overseen states.')
