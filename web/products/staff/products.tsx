import { Form, Link, useLocation } from 'react-router'
import { categoryLabels, isCategory } from '#domain/products/categories.ts'
import { countUnits } from '#domain/products/units.ts'
import { type VendorState, vendorStateLabels } from '#domain/vendors/states.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { bulkOffer } from '#web/desk/lists/bulk/bulk-bar.tsx'
import { runSingleAct } from '#web/desk/lists/bulk/single-act.ts'
import { UndoableOutcome } from '#web/desk/lists/bulk/undoable-outcome.tsx'
import { readListQuery } from '#web/desk/lists/list-query.ts'
import { ListScreen } from '#web/desk/lists/list-screen.tsx'
import { readScope } from '#web/desk/lists/scope.ts'
import { keepInputOffline, readForm } from '#web/forms/form.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Price } from '#web/ui/facts/price.tsx'
import { datedDay } from '#web/ui/format.ts'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/tables/table.tsx'
import type { Route } from './+types/products.ts'
import { listProducts, PRODUCT_FILTERS, PRODUCT_SORTS, type StaffProduct } from './queries.ts'
import { storageBulk } from './storage-bulk.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const scope = await readScope(api, context.get(viewerContext))
  const query = readListQuery(url.searchParams, PRODUCT_FILTERS, PRODUCT_SORTS)
  return { scope, query, list: await listProducts(api, scope, query) }
}

const NEWEST = '-added'

/** Confirms that a product can be stockpiled, or withdraws the confirmation. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const confirmed = form.field('confirmed') === 'yes'
  return runSingleAct(context.get(apiContext), form, {
    list: storageBulk,
    act: confirmed ? 'confirm' : 'revoke',
    to: `${url.pathname.replace(/\/$/, '')}/bulk`,
    row: { id: form.field('product_id'), seen: '' },
    done: confirmed ? 'Confirmed: buyers may store it with us.' : 'Withdrawn: it must be collected.',
  })
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** Products of the overseen shops. */
export default function StaffProducts({ loaderData, actionData }: Route.ComponentProps) {
  const here = useLocation().pathname.replace(/\/$/, '')
  return (
    <ListScreen
      {...loaderData}
      title="Products"
      lead="What the shops sell."
      sort={NEWEST}
      bulk={{ ...bulkOffer(`${here}/bulk`, storageBulk), name: ({ name }) => name }}
      filters={PRODUCT_FILTERS}
      downloads
      noun={{ one: 'product', many: 'products' }}
      columns={columns}
      rowKey={({ id }) => id}
      empty={
        <EmptyState title="No products here.">
          Products appear here as soon as a shop in these states adds one, if they match the filters.
        </EmptyState>
      }
    >
      <UndoableOutcome outcome={actionData} />
    </ListScreen>
  )
}

const columns: Column<StaffProduct>[] = [
  {
    header: 'Product',
    sort: 'name',
    heading: true,
    cell: ({ name, category }) => (
      <span className="block sm:min-w-36 break-words">
        {name}
        <span className="block text-14 font-normal text-soft">
          {isCategory(category) ? categoryLabels[category] : category}
        </span>
      </span>
    ),
  },
  {
    header: 'Shop',
    cell: ({ vendor }) => (
      <span className="block sm:min-w-32 break-words">
        {vendor.status === 'active' ? (
          <Link to={`/shop/${vendor.id}`} className="text-link">
            {vendor.business_name}
          </Link>
        ) : (
          vendor.business_name
        )}
        <span className="block text-14 text-soft">
          {vendor.state}
          {vendor.status !== 'active' && `, ${vendorStateLabels[vendor.status as VendorState].toLowerCase()}`}
        </span>
      </span>
    ),
  },
  {
    header: 'Base price',
    sort: 'price',
    numeric: true,
    cell: ({ base_price: price, unit }) => (
      <>
        <Price naira={price} /> a {unit}
      </>
    ),
  },
  {
    header: 'In stock',
    numeric: true,
    cell: ({ available_quantity: stock, unit }) =>
      stock === 0 ? <Badge tone="urgent">Sold out</Badge> : countUnits(stock, unit),
  },
  {
    header: 'Sharing day',
    sort: 'share',
    cell: ({ share_date: date }) => <span className="whitespace-nowrap">{date ? datedDay(date) : 'Not set'}</span>,
  },
  { header: 'Storage with us', cell: (product) => <Storage product={product} /> },
]

/** Up to 14 days at a hub: offered by the vendor, confirmed by staff of the state. */
function Storage({
  product: { id, name, stockpile_allowed: offered, can_be_stockpiled: can },
}: {
  product: StaffProduct
}) {
  if (!offered) return <span className="text-soft">Not offered</span>
  return (
    <Form method="post" preventScrollReset className="flex flex-wrap items-center gap-2">
      <input type="hidden" name="product_id" value={id} />
      <input type="hidden" name="confirmed" value={can ? 'no' : 'yes'} />
      {can ? 'Confirmed' : 'Offered'}
      <Button
        type="submit"
        tone="quiet"
        size="small"
        aria-label={`${can ? 'Take back' : 'Confirm'} the storage of ${name}`}
      >
        {can ? 'Take back' : 'Confirm'}
      </Button>
    </Form>
  )
}

export const meta: Route.MetaFunction = () => pageMeta('Products', 'What the shops sell.')
