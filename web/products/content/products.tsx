import { data } from 'react-router'
import { categoryLabels, isCategory } from '#domain/products/categories.ts'
import { deletionQuestions, PRODUCT_DELETED, PRODUCT_LEAVES_LISTS } from '#domain/texts/deletions.ts'
import { emptyTexts } from '#domain/texts/screens.ts'
import { PictureAndName, UnitPrice } from '#web/content/cells.tsx'
import { listFailure } from '#web/content/desk.ts'
import { DeskList } from '#web/content/desk-list.tsx'
import { DeleteTool, RowTools } from '#web/content/row-tools.tsx'
import { apiContext } from '#web/context.ts'
import { keepInputOffline, readForm } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { countPages, pageParam } from '#web/list-page.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { SearchForm } from '#web/ui/browse/search-form.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { longDay } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/tables/table.tsx'
import type { Route } from './+types/products.ts'
import { listProducts, type Product, removeProduct } from './queries.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const search = (url.searchParams.get('search') ?? '').trim().slice(0, 100)
  const page = pageParam(url.searchParams)
  const result = await listProducts(context.get(apiContext), { search, page })
  const failure = listFailure(result)
  return {
    search,
    page,
    products: result.data ?? [],
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
  const { search, products } = loaderData
  return (
    <>
      <PageHeading>Products</PageHeading>
      <OutcomeNotice outcome={actionData} />
      <SearchForm role="search" className="mb-5 flex max-w-[560px] items-end gap-3">
        <TextField
          label="Search products by name"
          type="search"
          name="search"
          defaultValue={search}
          maxLength={100}
          className="flex-1"
        />
        <Button tone="plain">Search</Button>
      </SearchForm>
      <DeskList
        {...loaderData}
        caption="Products"
        columns={columns}
        rows={products}
        empty={<NoProducts search={search} />}
        filters={{ search }}
      />
    </>
  )
}

const columns: Column<Product>[] = [
  {
    header: 'Product',
    heading: true,
    cell: ({ name, image_url: picture }) => <PictureAndName name={name} picture={picture} />,
  },
  {
    header: 'Vendor',
    cell: ({ vendor }) => <span className="block min-w-32">{vendor?.business_name ?? 'Shop not open'}</span>,
  },
  { header: 'Category', cell: ({ category }) => (isCategory(category) ? categoryLabels[category] : category) },
  {
    header: 'Price',
    numeric: true,
    cell: ({ base_price: price, unit }) => <UnitPrice naira={price} unit={unit} />,
  },
  { header: 'Added', cell: ({ created_at: at }) => <span className="whitespace-nowrap">{longDay(at)}</span> },
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

function NoProducts({ search }: { search: string }) {
  if (search) return <EmptyState title={emptyTexts.products}>Try a shorter word.</EmptyState>
  return <EmptyState title="No products yet.">Products from all vendors appear here.</EmptyState>
}

export const meta: Route.MetaFunction = () => pageMeta('Products', 'Products of all vendors.')
