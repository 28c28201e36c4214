import { data } from 'react-router'
import { categoryLabels, isCategory } from '#domain/products/categories.ts'
import { deletionQuestions, PRODUCT_DELETED, PRODUCT_LEAVES_LISTS } from '#domain/texts/deletions.ts'
import { emptyTexts } from '#domain/texts/screens.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { PictureAndName, UnitPrice } from '#web/content/cells.tsx'
import { listFailure } from '#web/content/desk.ts'
import { DeskList } from '#web/content/desk-list.tsx'
import { DeleteTool, RowTools } from '#web/content/row-tools.tsx'
import { apiContext } from '#web/context.ts'
import { ListFilters } from '#web/desk/lists/list-filters.tsx'
import { DAYS, readListQuery } from '#web/desk/lists/list-query.ts'
import { ViewTabs } from '#web/desk/lists/view-tabs.tsx'
import { keepInputOffline, readForm } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { countPages } from '#web/list-page.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { longDay } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/tables/table.tsx'
import type { Route } from './+types/products.ts'
import { LISTED_PRODUCT_ORDER, LISTED_PRODUCT_SORTS, listProducts, type Product, removeProduct } from './queries.ts'

const FILTERS = {
  search: { label: 'Search products by name' },
  from: { ...DAYS.from, label: 'Added from' },
  until: { ...DAYS.until, label: 'Added until' },
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const query = readListQuery(url.searchParams, FILTERS, LISTED_PRODUCT_SORTS)
  const result = await listProducts(context.get(apiContext), query)
  const failure = listFailure(result)
  return {
    query,
    today: lagosDate(new Date()),
    products: result.data ?? [],
    count: result.count,
    pageCount: countPages(result.count),
    // Product errors show the server's own message (specification, section 8).
    failure: failure?.detail ? { ...failure, text: failure.detail, detail: '' } : failure,
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { field } = await readForm(request)
  const { error } = await removeProduct(context.get(apiContext), field('id'))
  return error
    ? data({ ok: false, text: error.message }, 409)
    : { ok: true, text: `${PRODUCT_DELETED} Past orders keep their copy.` }
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

export default function Products({ loaderData, actionData }: Route.ComponentProps) {
  const { query, today, products } = loaderData
  return (
    <>
      <PageHeading>Products</PageHeading>
      <OutcomeNotice outcome={actionData} />
      <ViewTabs />
      <ListFilters filters={FILTERS} query={query} today={today} />
      <DeskList
        {...loaderData}
        caption="Products"
        noun={{ one: 'product', many: 'products' }}
        sort={LISTED_PRODUCT_ORDER}
        page={query.page}
        columns={columns}
        rows={products}
        empty={<NoProducts isFiltered={Boolean(query.search || query.from || query.until)} />}
        filters={{}}
      />
    </>
  )
}

const columns: Column<Product>[] = [
  {
    header: 'Product',
    heading: true,
    sort: 'name',
    cell: ({ name, image_url: picture }) => <PictureAndName name={name} picture={picture} />,
  },
  {
    header: 'Vendor',
    cell: ({ vendor }) => <span className="block min-w-32">{vendor?.business_name ?? 'Shop not open'}</span>,
  },
  { header: 'Category', cell: ({ category }) => (isCategory(category) ? categoryLabels[category] : category) },
  {
    header: 'Price',
    sort: 'price',
    numeric: true,
    cell: ({ base_price: price, unit }) => <UnitPrice naira={price} unit={unit} />,
  },
  {
    header: 'Added',
    sort: 'added',
    cell: ({ created_at: at }) => <span className="whitespace-nowrap">{longDay(at)}</span>,
  },
  {
    header: 'Tools',
    hideHeader: true,
    cell: ({ id, name }) => (
      <RowTools>
        <DeleteTool
          id={id}
          name={name}
          question={deletionQuestions.product}
          detail={PRODUCT_LEAVES_LISTS}
          confirmLabel="Delete product"
        />
      </RowTools>
    ),
  },
]

function NoProducts({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <EmptyState title={emptyTexts.products}>Try a shorter word, or remove a filter.</EmptyState>
  return <EmptyState title="No products yet.">Products from all vendors appear here.</EmptyState>
}

export const meta: Route.MetaFunction = () => pageMeta('Products', 'Products of all vendors.')
