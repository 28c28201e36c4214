import { useLocation } from 'react-router'
import { apiContext } from '#web/context.ts'
import { pageMeta } from '#web/page-meta.ts'
import { FilterForm, FilterSearch } from '#web/ui/filter-form.tsx'
import { clockTime, longDay } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/table.tsx'
import { PagedTable } from '../desk/paged-table.tsx'
import { choiceParam, likeText, listPage, pageParam, rowRange, textParam } from '../list-page.ts'
import type { Route } from './+types/audit.ts'
import { type Act, describeAct } from './act-sentence.ts'

const KINDS = [
  'role',
  'region',
  'vendor',
  'group-buy',
  'product',
  'setting',
  'account',
  'deal',
  'advert',
  'post',
  'template',
  'contact',
] as const

const kindLabels: Record<(typeof KINDS)[number], string> = {
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
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const kind = choiceParam(url.searchParams, 'kind', KINDS)
  const search = textParam(url.searchParams, 'search')
  const page = pageParam(url.searchParams)
  let query = context.get(apiContext).tables.from('audit_trail').select('*', { count: 'exact' })
  if (kind) query = query.like('action', `${kind}.%`)
  if (search) query = query.or(`actor_name.ilike."${likeText(search)}",subject_name.ilike."${likeText(search)}"`)
  const response = await query
    .order('at', { ascending: false })
    .order('id', { ascending: false })
    .range(...rowRange(page))
    .overrideTypes<Act[], { merge: false }>()
  return { kind, search, page, list: listPage(response) }
}

/** Every privileged act, for administrators and coordinators. */
export default function AuditLog({ loaderData: { kind, search, page, list } }: Route.ComponentProps) {
  const { pathname } = useLocation()
  return (
    <>
      <PageHeading lead="Every privileged action: who did what to whom, with the old and new values. Nothing is ever removed.">
        Audit log
      </PageHeading>
      <FilterForm>
        <FilterSearch value={search} />
        <SelectField
          label="About"
          name="kind"
          defaultValue={kind}
          options={[
            { value: '', label: 'Everything' },
            ...KINDS.map((one) => ({ value: one, label: kindLabels[one] })),
          ]}
        />
      </FilterForm>
      <PagedTable
        caption="acts"
        noun={{ one: 'act', many: 'acts' }}
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        page={page}
        path={pathname}
        filters={{ kind, search }}
        empty={
          <EmptyState title="Nothing here.">
            Role changes, assigned states, decisions about shops, changed settings and changed content appear here.
          </EmptyState>
        }
      />
    </>
  )
}

const columns: Column<Act>[] = [
  {
    header: 'When',
    hideHeader: true,
    cell: ({ at }) => (
      <span className="whitespace-nowrap text-soft">
        {longDay(at)} <span className="text-14 sm:block">{clockTime(at)}</span>
      </span>
    ),
  },
  { header: 'What happened', heading: true, cell: (act) => <Sentence act={act} /> },
]

function Sentence({ act }: { act: Act }) {
  const { parts, reason } = describeAct(act)
  return (
    <span className="block max-w-measure sm:min-w-56 font-normal break-words">
      {parts.map((part) => (typeof part === 'string' ? part : <strong key={part.name}>{part.name}</strong>))}
      {reason && <span className="block text-14 whitespace-pre-wrap text-soft">{reason}</span>}
    </span>
  )
}

export const meta: Route.MetaFunction = () => pageMeta('Audit log', 'Every privileged action.')
