import { useLocation } from 'react-router'
import { lagosDateOf } from '#domain/calendar.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { leadOf, NoStates } from '#web/desk/lead.tsx'
import { PagedTable } from '#web/desk/paged-table.tsx'
import { readScope } from '#web/desk/scope.ts'
import { pageOf } from '#web/list-page.ts'
import { titled } from '#web/titled.ts'
import { FilterForm, FilterSearch } from '#web/ui/filter-form.tsx'
import { PageHeading } from '#web/ui/headings.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { OrderFilterFields, readOrderAddress } from '../order-filters.tsx'
import { orderColumns } from '../order-rows.tsx'
import type { Route } from './+types/orders.ts'
import { listOrders } from './queries.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const scope = await readScope(api, context.get(viewerContext))
  const filters = readOrderAddress(url.searchParams)
  const page = pageOf(url.searchParams)
  const list = await listOrders(api, scope, { ...filters, page })
  return { scope, filters, page, list, today: lagosDateOf(new Date()) }
}

/** The orders of the overseen shops. */
export default function StaffOrders({ loaderData }: Route.ComponentProps) {
  const { scope, filters, page, list, today } = loaderData
  const { pathname } = useLocation()
  return (
    <>
      <PageHeading lead={leadOf('Group buys and bulk orders, newest first.', scope)}>Orders</PageHeading>
      <NoStates scope={scope} />
      <FilterForm>
        <FilterSearch label="Order number, buyer, shop or product" value={filters.search} />
        <OrderFilterFields address={filters} today={today} />
      </FilterForm>
      <PagedTable
        caption="orders"
        noun={{ one: 'order', many: 'orders' }}
        list={list}
        columns={[
          pathname.startsWith('/chief/') ? orderColumns.numberToOpen : orderColumns.number,
          orderColumns.productAndWhere,
          orderColumns.parties,
          orderColumns.amount,
          orderColumns.state,
        ]}
        rowKey={({ id }) => id}
        page={page}
        path={pathname}
        filters={{ ...filters }}
        empty={
          <EmptyState title="No orders here.">
            Orders in these states appear here as soon as somebody joins or buys, if they match the filters.
          </EmptyState>
        }
      />
    </>
  )
}

export const meta: Route.MetaFunction = () => titled('Orders', 'The orders of the shops.')
