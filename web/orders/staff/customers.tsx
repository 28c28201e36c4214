import { apiContext, viewerContext } from '#web/context.ts'
import { readListQuery } from '#web/desk/lists/list-query.ts'
import { ListScreen } from '#web/desk/lists/list-screen.tsx'
import { readScope } from '#web/desk/lists/scope.ts'
import { pageMeta } from '#web/page-meta.ts'
import { EmptyState } from '#web/ui/states.tsx'
import { overseenBuyerColumns } from '../buyer-columns.tsx'
import { BUYER_FILTERS, BUYER_ORDER, BUYER_SORTS, listBuyers } from '../buyer-queries.ts'
import type { Route } from './+types/customers.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const scope = await readScope(api, context.get(viewerContext))
  const query = readListQuery(url.searchParams, BUYER_FILTERS, BUYER_SORTS)
  return { scope, query, list: await listBuyers(api, 'overseen_buyers', query) }
}

/** Buyers from the overseen shops. */
export default function StaffCustomers({ loaderData }: Route.ComponentProps) {
  return (
    <ListScreen
      {...loaderData}
      title="Customers"
      lead="Buyers of the shops: number of orders and last order."
      filters={BUYER_FILTERS}
      downloads
      sort={BUYER_ORDER}
      noun={{ one: 'customer', many: 'customers' }}
      columns={overseenBuyerColumns}
      rowKey={({ user_id: id }) => id}
      empty={
        <EmptyState title={loaderData.query.search ? 'No customer with this name.' : 'No customers yet.'}>
          Buyers of the shops in these states appear here, with their number of orders.
        </EmptyState>
      }
    />
  )
}

export const meta: Route.MetaFunction = () => pageMeta('Customers', 'The people who buy from the shops.')
