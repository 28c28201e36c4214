import { apiContext, viewerContext } from '#web/context.ts'
import { readOwnShop } from '#web/desk/own-shop.ts'
import { PagedTable } from '#web/desk/paged-table.tsx'
import { NoShop } from '#web/desk/shop-notice.tsx'
import { choiceParam, pageParam, textParam } from '#web/list-page.ts'
import { pageMeta } from '#web/page-meta.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { FilterForm, FilterSearch } from '#web/ui/filter-form.tsx'
import { longDay } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { Price } from '#web/ui/price.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/table.tsx'
import type { Route } from './+types/customers.ts'
import { type BuyerSort, buyerSorts, listShopBuyers, type ShopBuyer } from './queries.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const sort = choiceParam(url.searchParams, 'sort', Object.keys(buyerSorts) as BuyerSort[]) || 'last'
  const search = textParam(url.searchParams, 'search')
  const page = pageParam(url.searchParams)
  const [shop, list] = await Promise.all([
    readOwnShop(api, context.get(viewerContext).userId),
    listShopBuyers(api, { search, sort, page }),
  ])
  return { hasShop: shop !== null, sort, search, page, list }
}

export default function VendorCustomers({ loaderData }: Route.ComponentProps) {
  const { hasShop, sort, search, page, list } = loaderData
  return (
    <>
      <PageHeading lead="Your buyers: number of orders and last order.">Customers</PageHeading>
      {hasShop ? (
        <>
          <FilterForm>
            <FilterSearch value={search} />
            <SelectField
              label="Sort by"
              name="sort"
              defaultValue={sort}
              options={Object.entries(buyerSorts).map(([value, { label }]) => ({ value, label }))}
            />
          </FilterForm>
          <PagedTable
            caption="customers"
            noun={{ one: 'customer', many: 'customers' }}
            list={list}
            columns={columns}
            rowKey={({ user_id: id }) => id}
            page={page}
            path="/vendor/customers"
            filters={{ search, sort: sort === 'last' ? '' : sort }}
            empty={
              <EmptyState
                title={search ? 'No customer with this name.' : 'No customers yet.'}
                action={<LinkButton to="/vendor/products/buys">Your group buys</LinkButton>}
              >
                Buyers of your shop appear here, with their number of orders.
              </EmptyState>
            }
          />
        </>
      ) : (
        <NoShop />
      )}
    </>
  )
}

const columns: Column<ShopBuyer>[] = [
  {
    header: 'Name',
    heading: true,
    cell: ({ buyer_name: name }) => <span className="break-words">{name || 'No name'}</span>,
  },
  { header: 'Orders', numeric: true, cell: ({ orders }) => orders },
  { header: 'Promised', numeric: true, cell: ({ promised_orders: promised }) => promised },
  { header: 'Goods', numeric: true, cell: ({ goods }) => <Price naira={goods} /> },
  {
    header: 'Last order',
    cell: ({ last_order_at: at }) => <span className="whitespace-nowrap">{longDay(at)}</span>,
  },
]

export const meta: Route.MetaFunction = () => pageMeta('Customers', 'The people who buy from your shop.')
