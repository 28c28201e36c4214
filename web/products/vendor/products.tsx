import { Link } from 'react-router'
import { deletionQuestions, PRODUCT_DELETED, PRODUCT_LEAVES_LISTS } from '#domain/texts/deletions.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { choice, readListQuery } from '#web/desk/lists/list-query.ts'
import { ListScreen } from '#web/desk/lists/list-screen.tsx'
import { readOwnShop } from '#web/desk/shop/own-shop.ts'
import { SectionTabs } from '#web/desk/shop/section-tabs.tsx'
import { NoShop, ShopNotice } from '#web/desk/shop/shop-notice.tsx'
import { keepInputOffline, readForm } from '#web/forms/form.ts'
import { type ActionOutcome, OutcomeNotice, writeOutcome } from '#web/forms/outcome.tsx'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass, LinkButton } from '#web/ui/button.tsx'
import { Price } from '#web/ui/facts/price.tsx'
import { ConfirmForm } from '#web/ui/fields/confirm-form.tsx'
import { count as countOf, datedDay } from '#web/ui/format.ts'
import { Picture } from '#web/ui/pictures/picture.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/tables/table.tsx'
import type { Route } from './+types/products.ts'
import { listOwnProducts, type OwnProduct, removeProduct } from './queries.ts'

const FILTERS = {
  search: {},
  show: choice('Show', 'All products', { 'sold-out': 'Sold out', 'no-date': 'No upcoming sharing day' }),
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const query = readListQuery(url.searchParams, FILTERS)
  const today = lagosDate(new Date())
  const shop = await readOwnShop(api, context.get(viewerContext).userId)
  const list = shop && (await listOwnProducts(api, shop.id, { ...query, today }))
  return { shop, query, list, today, saved: url.searchParams.get('done') === 'saved' }
}

export async function action({ request, context }: Route.ActionArgs): Promise<ActionOutcome> {
  const form = await readForm(request)
  const result = await removeProduct(context.get(apiContext), form.field('id'))
  return writeOutcome(result, { done: PRODUCT_DELETED, failed: 'The product could not be deleted.' })
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

export default function VendorProducts({ loaderData, actionData }: Route.ComponentProps) {
  const { shop, query, list, today, saved } = loaderData
  if (!shop || !list) return <NoShop title="Products" />
  const isFiltered = Boolean(query.search || query.show)
  return (
    <ListScreen
      title="Products"
      lead={`What ${shop.business_name} sells, with stock and sharing day.`}
      action={<LinkButton to="/vendor/products/new">New product</LinkButton>}
      filters={list.count > 0 || isFiltered ? FILTERS : {}}
      query={query}
      noun={{ one: 'product', many: 'products' }}
      caption="Your products"
      list={list}
      lost="Your products are safe."
      columns={productColumns(today)}
      rowKey={({ id }) => id}
      empty={<NoProducts filtered={isFiltered} />}
    >
      <OutcomeNotice outcome={actionData ?? (saved ? { ok: true, text: 'The product is saved.' } : null)} />
      <ShopNotice shop={shop} />
      <SectionTabs current="products" />
    </ListScreen>
  )
}

const TOOL = buttonClass({ tone: 'quiet', size: 'small' })

const productColumns = (today: string): Column<OwnProduct>[] => [
  {
    header: 'Product',
    heading: true,
    cell: ({ id, name, image_url: picture }) => (
      <span className="flex sm:min-w-48 items-center gap-3">
        <Picture src={picture} alt="" width={44} height={44} className="size-11 shrink-0 object-contain" />
        <Link to={`/vendor/products/${id}`} className="break-words text-link">
          {name}
        </Link>
      </span>
    ),
  },
  {
    header: 'Base price',
    numeric: true,
    cell: ({ base_price: price, unit, min_quantity: least, max_quantity: most }) => (
      <>
        <span className="whitespace-nowrap">
          <Price naira={price} /> a {unit}
        </span>
        <span className="block text-14 whitespace-nowrap text-soft">
          {most === null ? `from ${least}` : `${least} to ${most}`} a person
        </span>
      </>
    ),
  },
  { header: 'In stock', numeric: true, cell: (product) => <Stock {...product} /> },
  { header: 'Sharing day', cell: ({ share_date: date }) => <ShareDay date={date} today={today} /> },
  {
    header: 'Tools',
    hideHeader: true,
    cell: ({ id, name }) => (
      <div className="flex whitespace-nowrap max-sm:-my-2 max-sm:-ml-3 sm:justify-end">
        <Link to={`/vendor/products/buys/new?product=${id}`} className={TOOL}>
          Group buy <span className="sr-only">of {name}</span>
        </Link>
        <ConfirmForm
          question={deletionQuestions.product}
          detail={PRODUCT_LEAVES_LISTS}
          confirmLabel="Delete product"
          fields={{ id }}
          className={TOOL}
          label={`Delete ${name}`}
        >
          Delete
        </ConfirmForm>
      </div>
    ),
  },
]

function Stock({ available_quantity: stock }: OwnProduct) {
  return stock === 0 ? <Badge tone="urgent">Sold out</Badge> : countOf(stock)
}

function ShareDay({ date, today }: { date: string | null; today: string }) {
  if (!date) return <Badge tone="warm">Not set</Badge>
  return (
    <span className="whitespace-nowrap">
      {datedDay(date)} {date < today && <Badge tone="warm">past</Badge>}
    </span>
  )
}

function NoProducts({ filtered }: { filtered: boolean }) {
  if (filtered) {
    return (
      <EmptyState title="No product matches.">
        <Link to="/vendor/products" className="text-link">
          Show all products
        </Link>
      </EmptyState>
    )
  }
  return (
    <EmptyState title="No products yet." action={<LinkButton to="/vendor/products/new">Add a product</LinkButton>}>
      What you sell will appear here. Add a product with its price, unit and stock, then open a group buy for it.
    </EmptyState>
  )
}

export const meta: Route.MetaFunction = () => pageMeta('Products', 'The products of your shop.')
