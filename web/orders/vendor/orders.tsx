import { Link } from 'react-router'
import { lagosDate } from '#domain/time/calendar.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { KeysetTable } from '#web/desk/lists/keyset-table.tsx'
import { readOwnShop } from '#web/desk/shop/own-shop.ts'
import { NoShop, ShopNotice } from '#web/desk/shop/shop-notice.tsx'
import { CsvDownload } from '#web/files/csv-download.tsx'
import { readForm } from '#web/forms/form.ts'
import { pathWithParams } from '#web/list-page.ts'
import { useLiveRows } from '#web/lists/live-rows.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { buttonClass, LinkButton } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/controls/select-field.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { PageHeading } from '#web/ui/headings.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { FilterForm } from '#web/ui/tables/filter-form.tsx'
import type { Column } from '#web/ui/tables/table.tsx'
import { countMonthOrders, findOrders, type OrderPage, readOrderCursor } from '../find-orders.ts'
import { OrderFilterFields } from '../order-filters.tsx'
import { type AllOrdersRow, allOrdersColumns } from '../order-rows.tsx'
import { SearchStopped } from '../search-stopped.tsx'
import type { Route } from './+types/orders.ts'
import { buyOptions } from './buy-options.ts'
import { OrderTabs } from './order-tabs.tsx'
import { PhoneSearch, type PhoneSearchResult, searchByPhone } from './phone-search.tsx'
import { listBuyChoices, readOrderFilters } from './queries.ts'

const HERE = '/vendor/orders'
const NO_ORDERS: OrderPage = { rows: [], newer: null, older: null, searchedUntil: null, failure: null }

export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const filters = readOrderFilters(url.searchParams)
  const shop = await readOwnShop(api, context.get(viewerContext).userId)
  const [list, buys, count] = shop
    ? await Promise.all([
        findOrders(api, { ...filters, ...readOrderCursor(url.searchParams), shop: shop.id }),
        listBuyChoices(api, shop.id),
        filters.buy ? null : countMonthOrders(api, filters, 'shop_months'),
      ])
    : [NO_ORDERS, [], null]
  return { shop, filters, list, count, buys, today: lagosDate(new Date()) }
}

/** A search by phone number, by POST so that the number is in no address. */
export async function action({ request, context }: Route.ActionArgs): Promise<PhoneSearchResult> {
  return searchByPhone(context.get(apiContext), await readForm(request))
}

export const shouldRevalidate = revalidateUnlessOffline

export default function VendorOrders({ loaderData, actionData }: Route.ComponentProps) {
  const { shop, filters, list, count, buys, today } = loaderData
  const shown = { ...filters }
  useLiveRows(shop && [{ table: 'orders', filter: `vendor_id=eq.${shop.id}` }])
  const filtered = Object.values(shown).some(Boolean)
  const buy = buys.find(({ id }) => id === filters.buy)
  return (
    <>
      <PageHeading
        lead="Group buys and bulk orders together, newest first. New orders appear automatically."
        action={
          <div className="flex flex-wrap gap-3">
            {list.rows.length > 0 && <CsvDownload href={pathWithParams(`${HERE}.csv`, shown)} noun="orders" />}
            {list.rows.length > 0 && (
              <a href={pathWithParams(`${HERE}.xlsx`, shown)} download className={buttonClass({ tone: 'plain' })}>
                Download Excel
              </a>
            )}
            {buy && buy.status !== 'cancelled' && buy.status !== 'failed' && (
              <LinkButton to={`${HERE}/print/${buy.id}`} reloadDocument>
                Packing list
              </LinkButton>
            )}
          </div>
        }
      >
        Orders
      </PageHeading>
      {shop ? <ShopNotice shop={shop} /> : <NoShop />}
      {shop && (
        <>
          <OrderTabs current="all" />
          {(list.rows.length > 0 || filtered) && (
            <FilterForm>
              <SelectField
                label="Group buy"
                name="buy"
                defaultValue={filters.buy}
                className="max-w-full min-w-44 max-sm:col-span-2"
                options={[{ value: '', label: 'All orders' }, ...buyOptions(buys)]}
              />
              <OrderFilterFields address={filters} today={today} />
              <TextField
                label="Buyer, product or order number"
                type="search"
                name="search"
                defaultValue={filters.search}
                maxLength={100}
                className="min-w-0 flex-1 sm:min-w-40"
              />
            </FilterForm>
          )}
          <PhoneSearch result={actionData} />
          <SearchStopped searchedUntil={list.searchedUntil} older={list.older} />
          <KeysetTable
            noun={{ one: 'order', many: 'orders' }}
            list={list}
            count={count}
            columns={columns}
            rowKey={({ id }) => id}
            empty={<NoOrders filtered={filtered} />}
          />
        </>
      )}
    </>
  )
}

const columns: Column<AllOrdersRow>[] = [
  allOrdersColumns.numberOfShop,
  allOrdersColumns.productAndWhere,
  allOrdersColumns.buyerToWriteTo,
  allOrdersColumns.amountAndDue,
  allOrdersColumns.state,
]

function NoOrders({ filtered }: { filtered: boolean }) {
  if (filtered) {
    return (
      <EmptyState title="No order matches.">
        <Link to={HERE} className="text-link">
          Show all orders
        </Link>
      </EmptyState>
    )
  }
  return (
    <EmptyState title="No orders yet." action={<LinkButton to="/vendor/products/buys">Your group buys</LinkButton>}>
      Orders appear here as soon as somebody joins or buys. Open a group buy and share its link.
    </EmptyState>
  )
}

export const meta: Route.MetaFunction = () => pageMeta('Orders', 'The orders of your shop.')
