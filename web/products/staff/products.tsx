import { Form, Link, useLocation } from 'react-router'
import { CATEGORIES, categoryLabels, isCategory } from '#domain/products/categories.ts'
import { countUnits } from '#domain/products/units.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { type VendorState, vendorStateLabels } from '#domain/vendors/states.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { leadWithScope, NoStates } from '#web/desk/lead.tsx'
import { type ActionOutcome, OutcomeNotice } from '#web/desk/outcome.tsx'
import { PagedTable } from '#web/desk/paged-table.tsx'
import { readScope } from '#web/desk/scope.ts'
import { choiceParam, pageParam, textParam } from '#web/list-page.ts'
import { revalidateUnlessOffline, withOfflineFallback } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { FilterForm, FilterSearch } from '#web/ui/filter-form.tsx'
import { datedDay } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { Price } from '#web/ui/price.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/table.tsx'
import type { Route } from './+types/products.ts'
import { listProducts, type StaffProduct } from './queries.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const scope = await readScope(api, context.get(viewerContext))
  const filters = {
    search: textParam(url.searchParams, 'search'),
    category: choiceParam(url.searchParams, 'category', CATEGORIES),
    show: choiceParam(url.searchParams, 'show', ['sold-out', 'to-confirm']),
  }
  const page = pageParam(url.searchParams)
  return { scope, filters, page, list: await listProducts(api, scope, { ...filters, page }) }
}

/** Confirms that a product can be stockpiled, or withdraws the confirmation. */
export async function action({ request, context }: Route.ActionArgs): Promise<ActionOutcome> {
  const form = await request.formData()
  const confirmed = form.get('confirmed') === 'yes'
  const product_id = String(form.get('product_id') ?? '')
  const result = await context.get(apiContext).command('confirm-stockpile', { product_id, confirmed })
  if (!result.ok) return { ok: false, text: result.refusal.message }
  return { ok: true, text: confirmed ? 'Confirmed: buyers may store it with us.' : 'Withdrawn: it must be collected.' }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withOfflineFallback(serverAction, (): ActionOutcome => ({ ok: false, text: errorTexts.offline }))

export const shouldRevalidate = revalidateUnlessOffline

/** Products of the overseen shops. */
export default function StaffProducts({
  loaderData: { scope, filters, page, list },
  actionData,
}: Route.ComponentProps) {
  const { pathname } = useLocation()
  return (
    <>
      <PageHeading lead={leadWithScope('What the shops sell, newest first.', scope)}>Products</PageHeading>
      <NoStates scope={scope} />
      <OutcomeNotice outcome={actionData} />
      <FilterForm>
        <FilterSearch value={filters.search} />
        <SelectField
          label="Category"
          name="category"
          defaultValue={filters.category}
          options={[
            { value: '', label: 'All' },
            ...CATEGORIES.map((category) => ({ value: category, label: categoryLabels[category] })),
          ]}
        />
        <SelectField
          label="Stock or storage"
          name="show"
          defaultValue={filters.show}
          options={[
            { value: '', label: 'All products' },
            { value: 'sold-out', label: 'Sold out' },
            { value: 'to-confirm', label: 'Storage to confirm' },
          ]}
        />
      </FilterForm>
      <PagedTable
        caption="products"
        noun={{ one: 'product', many: 'products' }}
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        page={page}
        path={pathname}
        filters={filters}
        empty={
          <EmptyState title="No products here.">
            Products appear here as soon as a shop in these states adds one, if they match the filters.
          </EmptyState>
        }
      />
    </>
  )
}

const columns: Column<StaffProduct>[] = [
  {
    header: 'Product',
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
