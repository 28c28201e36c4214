import { Link, useLocation } from 'react-router'
import { CATEGORIES, categoryLabels, isCategory } from '#domain/products/categories.ts'
import { countUnits } from '#domain/products/units.ts'
import { type VendorState, vendorStateLabels } from '#domain/vendors/states.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { leadOf, NoStates } from '#web/desk/lead.tsx'
import { PagedTable } from '#web/desk/paged-table.tsx'
import { readScope } from '#web/desk/scope.ts'
import { asked, askedOneOf, pageOf } from '#web/list-page.ts'
import { titled } from '#web/titled.ts'
import { Badge } from '#web/ui/badge.tsx'
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
    search: asked(url.searchParams, 'search'),
    category: askedOneOf(url.searchParams, 'category', CATEGORIES),
    show: askedOneOf(url.searchParams, 'show', ['sold-out']),
  }
  const page = pageOf(url.searchParams)
  return { scope, filters, page, list: await listProducts(api, scope, { ...filters, page }) }
}

/** What the overseen shops sell. */
export default function StaffProducts({ loaderData: { scope, filters, page, list } }: Route.ComponentProps) {
  const { pathname } = useLocation()
  return (
    <>
      <PageHeading lead={leadOf('What the shops sell, newest first.', scope)}>Products</PageHeading>
      <NoStates scope={scope} />
      <FilterForm state={filters}>
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
          label="Stock"
          name="show"
          defaultValue={filters.show}
          options={[
            { value: '', label: 'Any' },
            { value: 'sold-out', label: 'Sold out' },
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
]

export const meta: Route.MetaFunction = () => titled('Products', 'What the shops sell.')
