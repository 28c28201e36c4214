import type { Act } from '#domain/acts/act.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { apiContext } from '#web/context.ts'
import { ActLine } from '#web/desk/acts/act-line.tsx'
import { choice, DAYS, readListQuery, withinDays } from '#web/desk/lists/list-query.ts'
import { ListScreen } from '#web/desk/lists/list-screen.tsx'
import { COUNTED, likeText, listPage, rowRange } from '#web/list-page.ts'
import { pageMeta } from '#web/page-meta.ts'
import { clockTime, datedDay } from '#web/ui/format.ts'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/tables/table.tsx'
import type { Route } from './+types/audit.ts'

const FILTERS = {
  search: {},
  ...DAYS,
  kind: choice('About', 'Everything', {
    role: 'Roles',
    region: 'Regions',
    vendor: 'Shops',
    'group-buy': 'Group buys',
    product: 'Products',
    setting: 'Settings',
    account: 'Deleted accounts',
    deal: 'Featured deals',
    advert: 'Adverts',
    post: 'Blog posts',
    template: 'Mail templates',
    contact: 'Contact messages',
  }),
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const query = readListQuery(url.searchParams, FILTERS)
  const { kind, search, page } = query
  let acts = context.get(apiContext).tables.from('audit_trail').select('*', COUNTED)
  if (kind) acts = acts.like('action', `${kind}.%`)
  if (search) acts = acts.or(`actor_name.ilike."${likeText(search)}",subject_name.ilike."${likeText(search)}"`)
  const response = await withinDays(acts, 'at', query)
    .order('at', { ascending: false })
    .order('id', { ascending: false })
    .range(...rowRange(page))
    .overrideTypes<Act[], { merge: false }>()
  return { query, list: listPage(response), today: lagosDate(new Date()) }
}

/** Every privileged act, for chiefs and coordinators. */
export default function AuditLog({ loaderData }: Route.ComponentProps) {
  return (
    <ListScreen
      {...loaderData}
      title="Audit log"
      lead="Every privileged action: who did what to whom, with the old and new values. Nothing is ever removed."
      filters={FILTERS}
      noun={{ one: 'act', many: 'acts' }}
      columns={columns}
      rowKey={({ id }) => id}
      empty={
        <EmptyState title="Nothing here.">
          Role changes, assigned states, decisions about shops, changed settings and changed content appear here.
        </EmptyState>
      }
    />
  )
}

const columns: Column<Act>[] = [
  {
    header: 'When',
    hideHeader: true,
    cell: ({ at }) => (
      <span className="whitespace-nowrap text-soft">
        {datedDay(at)} <span className="text-14 sm:block">{clockTime(at)}</span>
      </span>
    ),
  },
  { header: 'What happened', heading: true, cell: (act) => <Sentence act={act} /> },
]

function Sentence({ act }: { act: Act }) {
  return (
    <span className="block max-w-measure sm:min-w-56 font-normal break-words">
      <ActLine act={act} />
    </span>
  )
}

export const meta: Route.MetaFunction = () => pageMeta('Audit log', 'Every privileged action.')
