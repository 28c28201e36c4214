import { apiContext, viewerContext } from '#web/context.ts'
import { readListQuery } from '#web/desk/lists/list-query.ts'
import { ListScreen } from '#web/desk/lists/list-screen.tsx'
import { readOwnShop } from '#web/desk/shop/own-shop.ts'
import { NoShop } from '#web/desk/shop/shop-notice.tsx'
import { pageMeta } from '#web/page-meta.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { shopBuyerColumns } from '../../buyer-columns.tsx'
import { BUYER_FILTERS, BUYER_ORDER, BUYER_SORTS, listBuyers } from '../../buyer-queries.ts'
import type { Route } from './+types/customers.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const query = readListQuery(url.searchParams, BUYER_FILTERS, BUYER_SORTS)
  const [shop, list] = await Promise.all([
    readOwnShop(api, context.get(viewerContext).userId),
    listBuyers(api, 'shop_buyers', query),
  ])
  return { hasShop: shop !== null, query, list }
}

const LEAD = 'Your buyers: number of orders and last order.'

export default function VendorCustomers({ loaderData: { hasShop, query, list } }: Route.ComponentProps) {
  if (!hasShop) return <NoShop title="Customers" lead={LEAD} />
  return (
    <ListScreen
      title="Customers"
      lead={LEAD}
      filters={BUYER_FILTERS}
      sort={BUYER_ORDER}
      query={query}
      noun={{ one: 'customer', many: 'customers' }}
      list={list}
      columns={shopBuyerColumns}
      rowKey={({ user_id: id }) => id}
      empty={
        <EmptyState
          title={query.search ? 'No customer with this name.' : 'No customers yet.'}
          action={<LinkButton to="/vendor/products/buys">Your group buys</LinkButton>}
        >
          Buyers of your shop appear here, with their number of orders.
        </EmptyState>
      }
    />
  )
}

export const meta: Route.MetaFunction = () => pageMeta('Customers', 'The people who buy from your shop.')
