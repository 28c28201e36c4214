import { Link } from 'react-router'
import { PAGE_SIZE } from '#domain/limits.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { titled } from '#web/titled.ts'
import { Badge } from '#web/ui/badge.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { longDay, plural } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { Price } from '#web/ui/price.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { addressOf, listPage, pageOf, pageWithin } from '../list-page.ts'
import type { Route } from './+types/bought-products.ts'
import { boughtOnce } from './bought.ts'
import { listBoughtProducts, type ProductOnSale, readProductsOnSale } from './bought-queries.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
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
  const page = pageWithin(pageOf(url.searchParams), rows.length, PAGE_SIZE)
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
      <BoughtList page={page} list={list} />
    </>
  )
}

function BoughtList({ page, list }: Route.ComponentProps['loaderData']) {
  if (list.failure) return <ErrorState message={list.failure} reload="Nothing is lost." />
  if (list.rows.length === 0) {
    return (
      <EmptyState title="Nothing to buy again yet." action={<LinkButton to="/products">Browse Deals</LinkButton>}>
        After your first order, the product appears here with today’s price.
      </EmptyState>
    )
  }
  return (
    <>
      <p role="status" className="mb-3 text-14 text-soft">
        {plural(list.count, 'product')}
      </p>
      <ul aria-label="products" className="divide-y divide-grain border-y border-grain">
        {list.rows.map((again) => (
          <Bought key={again.productId} {...again} />
        ))}
      </ul>
      <Pagination
        page={page}
        pageCount={list.pageCount}
        linkTo={(to) => addressOf('/customer/products', { page: to })}
        label="products"
      />
    </>
  )
}

function Bought({ product, times, lastAt }: Again) {
  return (
    <li className="grid grid-cols-[72px_minmax(0,1fr)] items-center gap-x-4 gap-y-3 py-4 md:grid-cols-[72px_minmax(0,1fr)_auto]">
      <Picture src={product.image_url} alt="" width={72} height={72} className="size-18 rounded-field bg-kraft" />
      <div className="min-w-0">
        <h2 className="text-18 break-words">
          <Link to={`/products/${product.id}`} className="text-link">
            {product.name}
          </Link>
        </h2>
        <p className="text-14">
          <Price naira={product.base_price} strong /> a {product.unit} today,{' '}
          <Link to={`/shop/${product.vendor.id}`} className="text-link">
            {product.vendor.business_name}
          </Link>
        </p>
        <p className="text-14 text-soft">
          Ordered {plural(times, 'time')}, last {longDay(lastAt)}
        </p>
      </div>
      <Ways {...product} />
    </li>
  )
}

/** The open group buy if there is one, and the product's page. */
function Ways({ id, name, available_quantity: stock, group_buys: buys }: ProductOnSale) {
  const buy = buys[0]
  return (
    <p className="col-span-2 flex flex-wrap items-center gap-2 md:col-span-1 md:justify-end">
      {buy && (
        <LinkButton to={`/group-buys/${buy.id}`} tone="plain" size="small">
          Group buy
          {buy.current_price !== null && (
            <>
              , now <Price naira={buy.current_price} />
            </>
          )}
        </LinkButton>
      )}
      {stock > 0 ? (
        <LinkButton to={`/products/${id}`} tone="plain" size="small">
          Buy now <span className="sr-only">{name}</span>
        </LinkButton>
      ) : (
        !buy && <Badge>Sold out</Badge>
      )}
    </p>
  )
}

export const meta: Route.MetaFunction = () => titled('Products', 'What you bought before and can buy again.')
