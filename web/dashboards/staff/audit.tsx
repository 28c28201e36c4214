import { useLocation } from 'react-router'
import { apiContext } from '#web/context.ts'
import { titled } from '#web/layouts/titled.ts'
import { moment } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/table.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { asked, askedOneOf, likeText, listPage, pageOf, rowsOf } from '../../list-page.ts'
import { FilterForm } from '../parts/filter-form.tsx'
import { PagedTable } from '../parts/paged-table.tsx'
import type { Route } from './+types/audit.ts'
import { changesOf } from './audit-words.ts'

const KINDS = ['role', 'region', 'vendor', 'group-buy', 'product', 'setting'] as const

const kindLabels: Record<(typeof KINDS)[number], string> = {
  role: 'Roles',
  region: 'Regions',
  vendor: 'Shops',
  'group-buy': 'Group buys',
  product: 'Products',
  setting: 'Settings',
}

/** A row of the view `audit_trail`. */
interface Act {
  id: number
  at: string
  action: string
  subject_type: string
  subject_id: string | null
  subject_name: string | null
  before: unknown
  after: unknown
  actor_name: string | null
  actor_role: string | null
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const kind = askedOneOf(url.searchParams, 'kind', KINDS)
  const search = asked(url.searchParams, 'search')
  const page = pageOf(url.searchParams)
  let query = context.get(apiContext).tables.from('audit_trail').select('*', { count: 'exact' })
  if (kind) query = query.like('action', `${kind}.%`)
  if (search) query = query.or(`actor_name.ilike."${likeText(search)}",subject_name.ilike."${likeText(search)}"`)
  const answer = await query
    .order('at', { ascending: false })
    .order('id', { ascending: false })
    .range(...rowsOf(page))
    .overrideTypes<Act[], { merge: false }>()
  return { kind, search, page, list: listPage(answer) }
}

/** Every privileged act, for the chief and the coordinators. */
export default function AuditLog({ loaderData: { kind, search, page, list } }: Route.ComponentProps) {
  const { pathname } = useLocation()
  return (
    <>
      <PageHeading lead="Every privileged act: who did what, what was before and after. Nothing is ever taken out.">
        Audit log
      </PageHeading>
      <FilterForm state={{ kind, search }}>
        <TextField
          label="Search by name"
          type="search"
          name="search"
          defaultValue={search}
          maxLength={100}
          className="min-w-44 flex-1"
        />
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
        noun={{ one: 'act', many: 'acts' }}
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        page={page}
        path={pathname}
        filters={{ kind, search }}
        empty={
          <EmptyState title="No acts here.">
            Changed roles, assigned states, decisions about shops and changed settings stand here from the first one on.
          </EmptyState>
        }
      />
    </>
  )
}

const columns: Column<Act>[] = [
  {
    header: 'What',
    heading: true,
    cell: ({ action, at }) => (
      <>
        <span className="whitespace-nowrap">{action}</span>
        <span className="block text-14 font-normal whitespace-nowrap text-soft">{moment(at)}</span>
      </>
    ),
  },
  {
    header: 'Who',
    cell: ({ actor_name: name, actor_role: role }) => (
      <span className="block min-w-28 break-words">
        {name ?? 'The operator'}
        {role && <span className="block text-14 text-soft">{role}</span>}
      </span>
    ),
  },
  {
    header: 'About',
    cell: ({ subject_name: name, subject_type: type }) => (
      <span className="block min-w-28 break-words">
        {name || type.replace('_', ' ')}
        {name && <span className="block text-14 text-soft">{type.replace('_', ' ')}</span>}
      </span>
    ),
  },
  {
    header: 'Before and after',
    cell: ({ before, after }) => (
      <ul className="grid min-w-56 gap-0.5 text-14">
        {changesOf(before, after).map((line) => (
          <li key={line} className="break-words">
            {line}
          </li>
        ))}
      </ul>
    ),
  },
]

export const meta: Route.MetaFunction = () => titled('Audit log', 'Every privileged act.')
