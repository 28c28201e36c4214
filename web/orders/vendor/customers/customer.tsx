import { data } from 'react-router'
import { apiContext, viewerContext } from '#web/context.ts'
import { KeysetTable } from '#web/desk/lists/keyset-table.tsx'
import { readOwnShop } from '#web/desk/shop/own-shop.ts'
import { keepInputOffline, readForm } from '#web/forms/form.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { DataList, type Fact } from '#web/ui/data-list.tsx'
import { count, kobo, longDay, naira } from '#web/ui/format.ts'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import { notFoundBoundary } from '#web/ui/not-found-boundary.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { readOrderCursor, readOrderKey } from '../../find-orders.ts'
import { allOrdersColumns } from '../../order-rows.tsx'
import { addNote } from '../notes/add-note.ts'
import { NoteSection } from '../notes/note-section.tsx'
import type { Route } from './+types/customer.ts'
import { readCustomer, type ShopCustomer } from './customer-queries.ts'

const NOT_FOUND = 'Customer not found'

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const shop = await readOwnShop(api, context.get(viewerContext).userId)
  const { older: cursor } = readOrderCursor(url.searchParams)
  const found = await readCustomer(api, {
    shopId: shop?.id ?? '',
    id: shop ? params.id : '',
    after: readOrderKey(cursor),
  })
  if (!found.customer && !found.failure) throw data(NOT_FOUND, { status: 404 })
  const { customer, orders, older, notes, failure } = found
  return { customer, list: { rows: orders, newer: null, older, failure }, notes, key: crypto.randomUUID() }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request)
  return addNote(context.get(apiContext), form, { order_id: null, customer_id: params.id })
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** A customer by their orders of this shop alone. How to reach them stands on an order while it is open. */
export default function VendorCustomer({
  loaderData: { customer, list, notes, key },
  actionData,
}: Route.ComponentProps) {
  if (!customer) return <ErrorState message={list.failure ?? ''} reload />
  return (
    <>
      <PageHeading lead={`Customer since ${longDay(customer.first_order_at ?? '')}, by their orders at your shop.`}>
        {customer.buyer_name || 'A buyer without a name'}
      </PageHeading>
      <div className="mb-8 grid gap-8 md:grid-cols-2">
        <section aria-labelledby="facts">
          <SectionHeading id="facts">At your shop</SectionHeading>
          <DataList facts={customerFacts(customer)} />
        </section>
        <NoteSection
          notes={notes}
          sendKey={key}
          result={actionData}
          hint="Your shop reads this. It is about a person: they get it when they download their data, so write what you would say to them. Notes are not changed or deleted."
        />
      </div>
      <SectionHeading id="orders">Orders</SectionHeading>
      <KeysetTable
        noun={{ one: 'order', many: 'orders' }}
        list={list}
        count={null}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        empty={null}
      />
    </>
  )
}

const COLUMNS = [
  allOrdersColumns.numberOfShop,
  allOrdersColumns.productAndWhere,
  allOrdersColumns.amountAndDue,
  allOrdersColumns.state,
]

function customerFacts(customer: ShopCustomer): Fact[] {
  const { claims, upheld_claims: upheld } = customer
  return [
    { label: 'Orders paid', value: count(customer.orders ?? 0) },
    { label: 'Not paid yet', value: count(customer.promised_orders ?? 0) },
    { label: 'Not paid in time', value: count(customer.unpaid_orders ?? 0) },
    { label: 'Not collected in time', value: count(customer.uncollected_orders ?? 0) },
    { label: 'Claims', value: claims ? `${count(claims)}, ${count(upheld ?? 0)} upheld` : '0' },
    { label: 'Last order', value: longDay(customer.last_order_at ?? '') },
    { label: 'Given back', value: kobo(customer.returned_kobo ?? 0) },
    { label: 'Goods in paid orders', value: naira(customer.goods ?? 0), total: true },
  ]
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData?.customer?.buyer_name || 'Customer', 'A customer of your shop.')

export const ErrorBoundary = notFoundBoundary({
  title: NOT_FOUND,
  lead: 'Only people who ordered from your shop are listed.',
  back: 'All customers',
  to: '/vendor/customers',
})
