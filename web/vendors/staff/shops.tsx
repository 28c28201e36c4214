import { Link, useLocation } from 'react-router'
import { type VendorState, vendorStateLabels } from '#domain/vendors/states.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { leadWithScope, NoStates } from '#web/desk/lead.tsx'
import { PagedTable } from '#web/desk/paged-table.tsx'
import { readScope } from '#web/desk/scope.ts'
import { choiceParam, pageParam, textParam } from '#web/list-page.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { FilterForm, FilterSearch } from '#web/ui/filter-form.tsx'
import { count, longDay } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/table.tsx'
import type { Route } from './+types/shops.ts'
import { type ListedShop, listShops } from './queries.ts'

const STATES = ['pending', 'active', 'suspended', 'rejected'] as const satisfies readonly VendorState[]

export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const scope = await readScope(api, context.get(viewerContext))
  const filters = {
    search: textParam(url.searchParams, 'search'),
    status: choiceParam(url.searchParams, 'status', [...STATES, 'changes']),
  }
  const page = pageParam(url.searchParams)
  return { scope, filters, page, list: await listShops(api, scope, { ...filters, page }) }
}

/** The shops the viewer oversees. They are approved and suspended on their own page. */
export default function Shops({ loaderData: { scope, filters, page, list } }: Route.ComponentProps) {
  const { pathname } = useLocation()
  return (
    <>
      <PageHeading lead={leadWithScope('Open a shop to approve, reject, suspend or reinstate it.', scope)}>
        Vendors
      </PageHeading>
      <NoStates scope={scope} />
      <FilterForm>
        <FilterSearch value={filters.search} />
        <SelectField
          label="State of the shop"
          name="status"
          defaultValue={filters.status}
          options={[
            { value: '', label: 'All' },
            ...STATES.map((state) => ({ value: state, label: vendorStateLabels[state] })),
            { value: 'changes', label: 'Change requested' },
          ]}
        />
      </FilterForm>
      <PagedTable
        caption="shops"
        noun={{ one: 'shop', many: 'shops' }}
        list={list}
        columns={shopColumns(pathname)}
        rowKey={({ id }) => id}
        page={page}
        path={pathname}
        filters={filters}
        empty={
          <EmptyState title="No shops here.">
            Shops in these states appear here as soon as they sign up at /vendor-signup, if they match the filters.
          </EmptyState>
        }
      />
    </>
  )
}

const tones: Record<VendorState, BadgeTone> = {
  pending: 'warm',
  active: 'good',
  suspended: 'urgent',
  rejected: 'plain',
}

export function ShopBadge({ status }: { status: string }) {
  const state = status as VendorState
  return <Badge tone={tones[state]}>{vendorStateLabels[state]}</Badge>
}

const shopColumns = (path: string): Column<ListedShop>[] => [
  {
    header: 'Shop',
    heading: true,
    cell: ({ id, business_name: name }) => (
      <Link to={`${path}/${id}`} className="block sm:min-w-36 break-words text-link">
        {name}
      </Link>
    ),
  },
  { header: 'State of the shop', cell: ({ status }) => <ShopBadge status={status} /> },
  {
    header: 'Place',
    cell: ({ location, state }) => (
      <span className="break-words">{location === state ? state : `${location}, ${state}`}</span>
    ),
  },
  { header: 'Orders', numeric: true, cell: ({ metrics }) => count(metrics?.total_orders ?? 0) },
  { header: 'Signed up', cell: ({ created_at: at }) => <span className="whitespace-nowrap">{longDay(at)}</span> },
]

export const meta: Route.MetaFunction = () => pageMeta('Vendors', 'The shops you look after.')
