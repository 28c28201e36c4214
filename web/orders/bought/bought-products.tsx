import { Trans, useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { shownPriceNaira } from '#domain/group-buys/price/shown-price.ts'
import { PAGE_SIZE } from '#domain/limits.ts'
import { pauseText } from '#domain/products/pauses.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { counted } from '#web/languages/counted.ts'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { translate } from '#web/languages/translate.ts'
import { listPage, pageParam, pageWithin, pathWithParams } from '#web/list-page.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Price } from '#web/ui/facts/price.tsx'
import { longDay } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { Picture } from '#web/ui/pictures/picture.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import type { Route } from './+types/bought-products.ts'
import { groupByProduct } from './bought.ts'
import { listBoughtProducts, type ProductOnSale, readProductsOnSale } from './bought-queries.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const { bought, failure } = await listBoughtProducts(api, context.get(viewerContext).userId ?? '')
  const purchases = groupByProduct(bought)
  const onSale = new Map(
    (
      await readProductsOnSale(
        api,
        purchases.map(({ productId }) => productId),
      )
    ).map((product) => [product.id, product]),
  )
  const rows = purchases.flatMap((one) => {
    const product = onSale.get(one.productId)
    return product ? [{ ...one, product }] : []
  })
  const page = pageWithin(pageParam(url.searchParams), rows.length, PAGE_SIZE)
  const shown = rows.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
  const error = failure ? { message: failure } : null
  return { page, list: listPage<ReorderProduct>({ data: shown, count: rows.length, error, status: 200 }, PAGE_SIZE) }
}

interface ReorderProduct {
  productId: string
  lastAt: string
  times: number
  product: ProductOnSale
}

/** Products from the user's past orders that can be ordered again. */
export default function BuyAgain({ loaderData: { page, list } }: Route.ComponentProps) {
  const { i18n } = useLingui()
  return (
    <>
      <PageHeading
        lead={i18n.t('What you bought before and can buy again.')}
        action={<LinkButton to="/products">{i18n.t('Browse Deals')}</LinkButton>}
      >
        {i18n.t('Products')}
      </PageHeading>
      <BoughtList page={page} list={list} />
    </>
  )
}

function BoughtList({ page, list }: Route.ComponentProps['loaderData']) {
  const { i18n } = useLingui()
  if (list.failure) return <ErrorState message={list.failure} reload={i18n.t('Nothing is lost.')} />
  if (list.rows.length === 0) {
    return (
      <EmptyState
        title={i18n.t('Nothing to buy again yet.')}
        action={<LinkButton to="/products">{i18n.t('Browse Deals')}</LinkButton>}
      >
        {i18n.t('After your first order, the product appears here with today’s price.')}
      </EmptyState>
    )
  }
  return (
    <>
      <p role="status" className="mb-3 text-14 text-soft">
        {counted(i18n, list.count, { one: /*i18n*/ '{count} product', many: /*i18n*/ '{count} products' })}
      </p>
      <ul aria-label={i18n.t('products')} className="divide-y divide-grain border-y border-grain">
        {list.rows.map((again) => (
          <Bought key={again.productId} {...again} />
        ))}
      </ul>
      <Pagination
        page={page}
        pageCount={list.pageCount}
        linkTo={(to) => pathWithParams('/customer/products', { page: to })}
        label={i18n.t('products')}
      />
    </>
  )
}

function Bought({ product, times, lastAt }: ReorderProduct) {
  const { i18n } = useLingui()
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
          <Trans
            id="<price/> a <unit/> today, <shop/>"
            components={{
              price: <Price naira={product.base_price} strong />,
              unit: <span>{product.unit}</span>,
              shop: (
                <Link to={`/shop/${product.vendor.id}`} className="text-link">
                  {product.vendor.business_name}
                </Link>
              ),
            }}
          />
        </p>
        <p className="text-14 text-soft">
          {counted(i18n, times, {
            one: /*i18n*/ 'Ordered once, on {date}',
            many: /*i18n*/ 'Ordered {count} times, last on {date}',
            date: longDay(lastAt),
          })}
        </p>
      </div>
      <BuyOptions {...product} />
    </li>
  )
}

/** Links to the open group buy, if any, and to the product's page. */
function BuyOptions({ id, name, available_quantity: stock, paused_until: pause, group_buys: buys }: ProductOnSale) {
  const { i18n } = useLingui()
  const buy = buys[0]
  return (
    <p className="col-span-2 flex flex-wrap items-center gap-2 md:col-span-1 md:justify-end">
      {buy && (
        <LinkButton to={`/group-buys/${buy.id}`} tone="plain" size="small">
          <span>
            <Trans id="Group buy, now <price/>" components={{ price: <Price naira={shownPriceNaira(buy)} /> }} />
          </span>
        </LinkButton>
      )}
      {stock > 0 && !pause ? (
        <LinkButton to={`/products/${id}`} tone="plain" size="small">
          <Trans id="Buy now <name/>" components={{ name: <span className="sr-only">{name}</span> }} />
        </LinkButton>
      ) : (
        !buy && <Badge>{pause ? translate(i18n, pauseText(new Date(pause))) : i18n.t('Sold out')}</Badge>
      )}
    </p>
  )
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const i18n = i18nFromMatches(matches)
  return pageMeta(i18n.t('Products'), i18n.t('What you bought before and can buy again.'))
}
