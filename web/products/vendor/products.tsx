import { Link } from 'react-router'
import { lagosDate } from '#domain/calendar.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { deletionQuestions, PRODUCT_DELETED, PRODUCT_LEAVES_LISTS } from '#domain/texts/screens.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { type ActionOutcome, OutcomeNotice, writeOutcome } from '#web/desk/outcome.tsx'
import { readOwnShop } from '#web/desk/own-shop.ts'
import { PagedTable } from '#web/desk/paged-table.tsx'
import { SectionTabs } from '#web/desk/section-tabs.tsx'
import { NoShop, ShopNotice } from '#web/desk/shop-notice.tsx'
import { listPage } from '#web/list-page.ts'
import { revalidateUnlessOffline, withOfflineFallback } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass, LinkButton } from '#web/ui/button.tsx'
import { ConfirmForm } from '#web/ui/confirm-form.tsx'
import { FilterForm, FilterSearch } from '#web/ui/filter-form.tsx'
import { count as countOf, datedDay } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { Price } from '#web/ui/price.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/table.tsx'
import type { Route } from './+types/products.ts'
import { readVendorProductAddress, type VendorProductAddress } from './address.ts'
import { listOwnProducts, type OwnProduct, removeProduct } from './queries.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const address = readVendorProductAddress(url.searchParams, lagosDate(new Date()))
  const shop = await readOwnShop(api, context.get(viewerContext).userId)
  const list = shop ? await listOwnProducts(api, shop.id, address) : listPage<OwnProduct>(NOTHING)
  return { shop, address, ...list, saved: url.searchParams.get('done') === 'saved' }
}

const NOTHING = { data: [], error: null, status: 200 }

export async function action({ request, context }: Route.ActionArgs): Promise<ActionOutcome> {
  const form = await request.formData()
  const result = await removeProduct(context.get(apiContext), String(form.get('id') ?? ''))
  return writeOutcome(result, { done: PRODUCT_DELETED, failed: 'The product could not be deleted.' })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withOfflineFallback(serverAction, (): ActionOutcome => ({ ok: false, text: errorTexts.offline }))

export const shouldRevalidate = revalidateUnlessOffline

export default function VendorProducts({ loaderData, actionData }: Route.ComponentProps) {
  const { shop, address, count, saved } = loaderData
  if (!shop) {
    return (
      <>
        <PageHeading>Products</PageHeading>
        <NoShop />
      </>
    )
  }
  const outcome = actionData ?? (saved ? { ok: true, text: 'The product is saved.' } : null)
  return (
    <>
      <PageHeading
        lead={`What ${shop.business_name} sells, with stock and sharing day.`}
        action={<LinkButton to="/vendor/products/new">New product</LinkButton>}
      >
        Products
      </PageHeading>
      <OutcomeNotice outcome={outcome} />
      <ShopNotice shop={shop} />
      <SectionTabs current="products" />
      {(count > 0 || address.search || address.show) && <Filters address={address} />}
      <PagedTable
        noun={{ one: 'product', many: 'products' }}
        caption="Your products"
        list={loaderData}
        lost="Your products are safe."
        columns={productColumns(address.today)}
        rowKey={({ id }) => id}
        empty={<NoProducts address={address} />}
        page={address.page}
        path="/vendor/products"
        filters={{ search: address.search, show: address.show }}
      />
    </>
  )
}

function Filters({ address }: { address: VendorProductAddress }) {
  return (
    <FilterForm>
      <FilterSearch value={address.search} />
      <SelectField
        label="Show"
        name="show"
        defaultValue={address.show}
        className="min-w-0 sm:min-w-44"
        options={[
          { value: '', label: 'All products' },
          { value: 'sold-out', label: 'Sold out' },
          { value: 'no-date', label: 'No upcoming sharing day' },
        ]}
      />
    </FilterForm>
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

function NoProducts({ address }: { address: VendorProductAddress }) {
  if (address.search || address.show) {
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
