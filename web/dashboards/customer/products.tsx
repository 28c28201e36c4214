import { Link } from 'react-router'
import { PAGE_SIZE } from '#domain/limits.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { titled } from '#web/layouts/titled.ts'
import { Badge } from '#web/ui/badge.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { longDay, plural } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { Price } from '#web/ui/price.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/table.tsx'
import { listPage, pageOf } from '../../list-page.ts'
import { PagedTable } from '../parts/paged-table.tsx'
import type { Route } from './+types/products.ts'
import { boughtOnce } from './bought.ts'
import { listBoughtProducts, type ProductOnSale, readProductsOnSale } from './queries.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const page = pageOf(url.searchParams)
  const { bought, failure } = await listBoughtProducts(api, context.get(viewerContext).userId ?? '')
  const once = boughtOnce(bought)
  const onSale = new Map(
    (
      await readProductsOnSale(
        api,
        once.map(({ productId }) => productId),
      )
    ).map((product) => [product.id, product]),
  )
  const rows = once.flatMap((one) => {
    const product = onSale.get(one.productId)
    return product ? [{ ...one, product }] : []
  })
  const shown = rows.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
  const error = failure ? { message: failure } : null
  return { page, list: listPage<Again>({ data: shown, count: rows.length, error, status: 200 }, PAGE_SIZE) }
}

interface Again {
  productId: string
  lastAt: string
  times: number
  product: ProductOnSale
}

/** What the person bought before and can buy again. */
export default function BuyAgain({ loaderData: { page, list } }: Route.ComponentProps) {
  return (
    <>
      <PageHeading
        lead="What you bought before and can buy again."
        action={<LinkButton to="/products">Browse Deals</LinkButton>}
      >
        Products
      </PageHeading>
      <PagedTable
        noun={{ one: 'product', many: 'products' }}
        list={list}
        columns={columns}
        rowKey={({ productId }) => productId}
        page={page}
        path="/customer/products"
        empty={
          <EmptyState title="Nothing to buy again yet." action={<LinkButton to="/products">Browse Deals</LinkButton>}>
            After your first order, its product stands here with its price today.
          </EmptyState>
        }
      />
    </>
  )
}

const columns: Column<Again>[] = [
  {
    header: 'Product',
    heading: true,
    cell: ({ product }) => (
      <span className="flex min-w-48 items-center gap-3">
        <img
          src={product.image_url ?? '/basins/empty.svg'}
          alt=""
          width={44}
          height={44}
          className="size-11 shrink-0 object-contain"
        />
        <span className="min-w-0 break-words">
          {product.name}
          <Link to={`/shop/${product.vendor.id}`} className="block text-14 font-normal text-link">
            {product.vendor.business_name}
          </Link>
        </span>
      </span>
    ),
  },
  {
    header: 'Price today',
    numeric: true,
    cell: ({ product: { base_price: price, unit } }) => (
      <>
        <Price naira={price} /> a {unit}
      </>
    ),
  },
  {
    header: 'You ordered',
    cell: ({ times, lastAt }) => (
      <span className="whitespace-nowrap">
        {plural(times, 'time')}
        <span className="block text-14 text-soft">last {longDay(lastAt)}</span>
      </span>
    ),
  },
  { header: 'Buy again', cell: ({ product }) => <Ways {...product} /> },
]

/** The open group buy where there is one, else the product among the deals. */
function Ways({ name, available_quantity: stock, group_buys: buys }: ProductOnSale) {
  const buy = buys[0]
  return (
    <span className="grid justify-items-start gap-1">
      {buy && (
        <Link to={`/group-buys/${buy.id}`} className="inline-flex min-h-11 items-center text-link">
          Group buy
          {buy.current_price !== null && (
            <>
              , now <Price naira={buy.current_price} className="ml-1" />
            </>
          )}
        </Link>
      )}
      {stock > 0 ? (
        <Link
          to={`/products?search=${encodeURIComponent(name)}`}
          className="inline-flex min-h-11 items-center text-link"
        >
          Buy now <span className="sr-only">{name}</span>
        </Link>
      ) : (
        !buy && <Badge>Sold out</Badge>
      )}
    </span>
  )
}

export const meta: Route.MetaFunction = () => titled('Products', 'What you bought before and can buy again.')
