import { lagosDate } from '#domain/time/calendar.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { DeskHeading } from '#web/desk/lists/desk-heading.tsx'
import { Downloads } from '#web/desk/lists/downloads.tsx'
import { KeysetTable } from '#web/desk/lists/keyset-table.tsx'
import { readScope } from '#web/desk/lists/scope.ts'
import { ViewTabs } from '#web/desk/lists/view-tabs.tsx'
import { pageMeta } from '#web/page-meta.ts'
import { EmptyState } from '#web/ui/states.tsx'
import { FilterForm, FilterSearch } from '#web/ui/tables/filter-form.tsx'
import { countMonthOrders, findOldestOrders, findOrders, readOrderCursor } from '../find-orders.ts'
import { OrderFilterFields, readOrderAddress } from '../order-filters.tsx'
import { allOrdersColumns } from '../order-rows.tsx'
import { SearchStopped } from '../search-stopped.tsx'
import type { Route } from './+types/orders.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const scope = await readScope(api, context.get(viewerContext))
  const filters = readOrderAddress(url.searchParams)
  // A search reads the newest orders first, however many match.
  const isOldestFirst = filters.search === '' && url.searchParams.get('sort') === 'ordered'
  const find = isOldestFirst ? findOldestOrders : findOrders
  const [list, count] = await Promise.all([
    find(api, { ...filters, ...readOrderCursor(url.searchParams) }),
    countMonthOrders(api, filters, 'overseen_months'),
  ])
  return { scope, filters, list, isOldestFirst, count, today: lagosDate(new Date()) }
}

/** The orders of the overseen shops. */
export default function StaffOrders({ loaderData }: Route.ComponentProps) {
  const { scope, filters, list, isOldestFirst, count, today } = loaderData
  return (
    <>
      <DeskHeading
        title="Orders"
        lead={`Group buys and bulk orders, ${isOldestFirst ? 'oldest' : 'newest'} first.`}
        scope={scope}
      />
      <ViewTabs />
      <FilterForm>
        <FilterSearch
          label="Order number, buyer, phone, email, shop, product or payment reference"
          value={filters.search}
        />
        <OrderFilterFields address={filters} today={today} />
      </FilterForm>
      <SearchStopped searchedUntil={list.searchedUntil} older={list.older} />
      <KeysetTable
        noun={{ one: 'order', many: 'orders' }}
        list={list}
        count={count}
        sort="-ordered"
        isOldestFirst={isOldestFirst}
        columns={[
          filters.search === '' ? sortableNumber : allOrdersColumns.numberOfRecord,
          allOrdersColumns.productAndWhere,
          allOrdersColumns.parties,
          allOrdersColumns.amount,
          allOrdersColumns.state,
        ]}
        rowKey={({ id }) => id}
        empty={
          <EmptyState title="No orders here.">
            Orders in these states appear here as soon as somebody joins or buys, if they match the filters.
          </EmptyState>
        }
      />
      {list.rows.length > 0 && <Downloads noun="orders" />}
    </>
  )
}

const sortableNumber = { ...allOrdersColumns.numberOfRecord, sort: 'ordered' }

export const meta: Route.MetaFunction = () => pageMeta('Orders', 'The orders of the shops.')
