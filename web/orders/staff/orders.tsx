import { useLocation } from 'react-router'
import { ORDER_STATES } from '#domain/orders/states.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { leadOf, NoStates } from '#web/desk/lead.tsx'
import { PagedTable } from '#web/desk/paged-table.tsx'
import { readScope } from '#web/desk/scope.ts'
import { asked, askedOneOf, pageOf } from '#web/list-page.ts'
import { titled } from '#web/titled.ts'
import { FilterForm, FilterSearch } from '#web/ui/filter-form.tsx'
import { PageHeading } from '#web/ui/headings.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { OrderStateFilter, orderColumns } from '../order-rows.tsx'
import type { Route } from './+types/orders.ts'
import { listOrders } from './queries.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const scope = await readScope(api, context.get(viewerContext))
  const filters = {
    search: asked(url.searchParams, 'search'),
    status: askedOneOf(url.searchParams, 'status', ORDER_STATES),
    kind: askedOneOf(url.searchParams, 'kind', ['group_buy', 'bulk']),
  }
  const page = pageOf(url.searchParams)
  return { scope, filters, page, list: await listOrders(api, scope, { ...filters, page }) }
}

/** The orders of the overseen shops. */
export default function StaffOrders({ loaderData: { scope, filters, page, list } }: Route.ComponentProps) {
  const { pathname } = useLocation()
  return (
    <>
      <PageHeading lead={leadOf('Group buys and bulk orders, newest first.', scope)}>Orders</PageHeading>
      <NoStates scope={scope} />
      <FilterForm state={filters}>
        <FilterSearch label="Order number, buyer, shop or product" value={filters.search} />
        <OrderStateFilter value={filters.status} />
        <SelectField
          label="Kind"
          name="kind"
          defaultValue={filters.kind}
          options={[
            { value: '', label: 'Both' },
            { value: 'group_buy', label: 'Group buys' },
            { value: 'bulk', label: 'Bulk orders' },
          ]}
        />
      </FilterForm>
      <PagedTable
        caption="orders"
        noun={{ one: 'order', many: 'orders' }}
        list={list}
        columns={[
          orderColumns.number,
          orderColumns.product,
          orderColumns.parties,
          orderColumns.amount,
          orderColumns.state,
        ]}
        rowKey={({ id }) => id}
        page={page}
        path={pathname}
        filters={filters}
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
