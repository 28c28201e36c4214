import { Link, useLocation } from 'react-router'
import { type VendorState, vendorStateLabels } from '#domain/vendors/states.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { readListQuery } from '#web/desk/lists/list-query.ts'
import { ListScreen } from '#web/desk/lists/list-screen.tsx'
import { readScope } from '#web/desk/lists/scope.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { count, datedDay } from '#web/ui/format.ts'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/tables/table.tsx'
import type { Route } from './+types/shops.ts'
import { type ListedShop, listShops, SHOP_FILTERS, SHOP_SORTS, shopOrder } from './queries.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const scope = await readScope(api, context.get(viewerContext))
  const query = readListQuery(url.searchParams, SHOP_FILTERS, SHOP_SORTS)
  return { scope, query, list: await listShops(api, scope, query) }
}

/** The shops the viewer oversees. They are approved and suspended on their own page. */
export default function Shops({ loaderData }: Route.ComponentProps) {
  return (
    <ListScreen
      {...loaderData}
      title="Vendors"
      sort={shopOrder(loaderData.query.status)}
      lead="Open a shop to approve, reject, suspend or reinstate it."
      downloads
      filters={SHOP_FILTERS}
      noun={{ one: 'shop', many: 'shops' }}
      columns={shopColumns(useLocation().pathname)}
      rowKey={({ id }) => id}
      empty={
        <EmptyState title="No shops here.">
          Shops in these states appear here as soon as they sign up at /vendor-signup, if they match the filters.
        </EmptyState>
      }
    />
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
    sort: 'name',
    cell: ({ id, business_name: name }) => (
      <Link to={`${path}/${id}`} className="block sm:min-w-36 break-words text-link">
        {name}
      </Link>
    ),
  },
  { header: 'Status', cell: ({ status }) => <ShopBadge status={status} /> },
  {
    header: 'Place',
    sort: 'state',
    cell: ({ location, state }) => (
      <span className="break-words">{location === state ? state : `${location}, ${state}`}</span>
    ),
  },
  { header: 'Orders', numeric: true, cell: ({ metrics }) => count(metrics?.total_orders ?? 0) },
  {
    header: 'Signed up',
    sort: 'signed',
    cell: ({ created_at: at }) => <span className="whitespace-nowrap">{datedDay(at)}</span>,
  },
]

export const meta: Route.MetaFunction = () => pageMeta('Vendors', 'The shops you look after.')
