import { useLocation } from 'react-router'
import { apiContext, viewerContext } from '#web/context.ts'
import { leadWithScope, NoStates } from '#web/desk/lead.tsx'
import { PagedTable } from '#web/desk/paged-table.tsx'
import { readScope } from '#web/desk/scope.ts'
import { choiceParam, pageParam, textParam } from '#web/list-page.ts'
import { pageMeta } from '#web/page-meta.ts'
import { FilterForm, FilterSearch } from '#web/ui/filter-form.tsx'
import { longDay } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { Price } from '#web/ui/price.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/table.tsx'
import type { Route } from './+types/customers.ts'
import { listBuyers, type RegionBuyer } from './queries.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const scope = await readScope(api, context.get(viewerContext))
  const search = textParam(url.searchParams, 'search')
  const sort = choiceParam(url.searchParams, 'sort', ['orders', 'goods'])
  const page = pageParam(url.searchParams)
  const list = await listBuyers(api, { search, page, sort: sort || 'last_order_at' })
  return { scope, search, sort, page, list }
}

/** Buyers from the overseen shops. */
export default function StaffCustomers({ loaderData }: Route.ComponentProps) {
  const { scope, search, sort, page, list } = loaderData
  const { pathname } = useLocation()
  return (
    <>
      <PageHeading lead={leadWithScope('Buyers of the shops: number of orders and last order.', scope)}>
        Customers
      </PageHeading>
      <NoStates scope={scope} />
      <FilterForm>
        <FilterSearch value={search} />
        <SelectField
          label="Sort by"
          name="sort"
          defaultValue={sort}
          options={[
            { value: '', label: 'Last order' },
            { value: 'orders', label: 'Most orders' },
            { value: 'goods', label: 'Most bought' },
          ]}
        />
      </FilterForm>
      <PagedTable
        caption="customers"
        noun={{ one: 'customer', many: 'customers' }}
        list={list}
        columns={columns}
        rowKey={({ user_id: id }) => id}
        page={page}
        path={pathname}
        filters={{ search, sort }}
        empty={
          <EmptyState title={search ? 'No customer with this name.' : 'No customers yet.'}>
            Buyers of the shops in these states appear here, with their number of orders.
          </EmptyState>
        }
      />
    </>
  )
}

const columns: Column<RegionBuyer>[] = [
  {
    header: 'Name',
    heading: true,
    cell: ({ buyer_name: name }) => <span className="break-words">{name || 'No name'}</span>,
  },
  { header: 'Orders', numeric: true, cell: ({ orders }) => orders },
  { header: 'Promised', numeric: true, cell: ({ promised_orders: promised }) => promised },
  { header: 'Shops', numeric: true, cell: ({ shops }) => shops },
  { header: 'Goods', numeric: true, cell: ({ goods }) => <Price naira={goods} /> },
  {
    header: 'Last order',
    cell: ({ last_order_at: at }) => <span className="whitespace-nowrap">{longDay(at)}</span>,
  },
]

export const meta: Route.MetaFunction = () => pageMeta('Customers', 'The people who buy from the shops.')
