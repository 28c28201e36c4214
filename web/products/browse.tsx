import { useLingui } from '@lingui/react'
import { data, Link } from 'react-router'
import { isContentStaff, parseRole } from '#domain/accounts/roles.ts'
import { lagosDate } from '#domain/calendar.ts'
import { PAGE_SIZE } from '#domain/limits.ts'
import { categoryLabels, isCategory } from '#domain/products/categories.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { emptyTexts, PRODUCT_DELETED } from '#domain/texts/screens.ts'
import { apiContext, listEndContext, viewerContext } from '#web/context.ts'
import { counted } from '#web/languages/counted.ts'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { translate } from '#web/languages/translate.ts'
import { revalidateUnlessOffline, withOfflineFallback } from '#web/offline.ts'
import { pageMeta, partTitle } from '#web/page-meta.ts'
import { DealGrid } from '#web/ui/deal-card.tsx'
import { PageHeading } from '#web/ui/headings.tsx'
import { NearestMatches } from '#web/ui/nearest-matches.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { listAdverts } from '../adverts/queries.ts'
import { BetweenAdverts, cardsWithAdvert } from '../adverts/with-adverts.tsx'
import type { Route } from './+types/browse.ts'
import { productAddress, readProductAddress } from './address.ts'
import { DeleteProduct } from './delete-product.tsx'
import { CategoryChips, ProductFilters } from './filters.tsx'
import { ProductCard } from './product-card.tsx'
import { listProductChoices, listProducts } from './queries.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const address = readProductAddress(url.searchParams)
  const now = new Date()
  const [{ products, count, error }, choices, adverts] = await Promise.all([
    listProducts(api, address, now.toISOString()),
    listProductChoices(api),
    listAdverts(api, 'products', now.toISOString()),
  ])
  // A search is not a list of the table API, whose end main.ts observes.
  if (products.length === 0 && address.page > 1 && error === null)
    context.get(listEndContext).lastPage ??= Math.max(1, Math.ceil(count / PAGE_SIZE))
  return {
    address,
    products,
    count,
    failure: error,
    choices,
    adverts,
    today: lagosDate(now),
    mayDelete: isContentStaff(parseRole(context.get(viewerContext).role)),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const id = String((await request.formData()).get('id') ?? '')
  const { error } = await context.get(apiContext).tables.from('products').delete().eq('id', id)
  return error ? data({ ok: false, text: error.message }, 409) : { ok: true, text: PRODUCT_DELETED }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withOfflineFallback(serverAction, () => ({ ok: false, text: errorTexts.offline }))

export const shouldRevalidate = revalidateUnlessOffline

export default function BrowseDeals({ loaderData, actionData }: Route.ComponentProps) {
  const { i18n } = useLingui()
  const { address, products, count, choices, failure } = loaderData
  return (
    <>
      <PageHeading lead={i18n.t('Buy in bulk, straight from the vendor. Prices are for one unit.')}>
        {i18n.t('Browse Deals')}
      </PageHeading>
      {actionData && (
        <Notice tone={actionData.ok ? 'success' : 'error'} className="mb-5">
          {translate(i18n, actionData.text)}
        </Notice>
      )}
      <div className="mb-4">
        <CategoryChips address={address} />
      </div>
      <div className="grid gap-4 lg:grid-cols-[17rem_1fr] lg:gap-6">
        <ProductFilters address={address} choices={choices} />
        <section aria-label={i18n.t('Products')} className="min-w-0">
          <p role="status" className="mb-3 text-14 text-soft">
            {failure
              ? ''
              : counted(i18n, count, { one: /*i18n*/ '{count} product', many: /*i18n*/ '{count} products' })}
          </p>
          <Products {...loaderData} />
          <Pagination
            page={address.page}
            pageCount={products.length > 0 ? Math.ceil(count / PAGE_SIZE) : 0}
            linkTo={(page) => productAddress({ ...address, page })}
            label={i18n.t('products')}
          />
        </section>
      </div>
    </>
  )
}

function Products({ products, failure, address, adverts, today, mayDelete }: Route.ComponentProps['loaderData']) {
  const { i18n } = useLingui()
  if (failure) {
    return (
      <ErrorState message={failure}>
        <Link to={productAddress(address)} reloadDocument className="text-link">
          {i18n.t('Try again')}
        </Link>
      </ErrorState>
    )
  }
  if (products.length === 0) {
    return (
      <EmptyState title={i18n.t(emptyTexts.products)}>
        <NearestMatches search={address.search} />
        <Link to="/products" className="text-link">
          {i18n.t('Show all products')}
        </Link>
      </EmptyState>
    )
  }
  const cards = products.map((product, index) => (
    <li key={product.id} id={product.id}>
      <ProductCard
        product={product}
        today={today}
        eager={index < 2}
        staff={mayDelete && <DeleteProduct product={product} />}
      />
    </li>
  ))
  return (
    <BetweenAdverts adverts={adverts}>
      <DealGrid label={i18n.t('Products')}>{cardsWithAdvert(cards, adverts)}</DealGrid>
    </BetweenAdverts>
  )
}

export const meta: Route.MetaFunction = ({ loaderData: { address } = {}, matches }) => {
  const i18n = i18nFromMatches(matches)
  const part = isCategory(address?.category) ? i18n.t(categoryLabels[address.category]) : address?.category
  return pageMeta(
    partTitle(i18n, i18n.t('Browse Deals'), { part, page: address?.page }),
    i18n.t(
      'Rice, garri, beans, yam, fish and oil from Nigerian vendors, in bulk, with the weight, the sharing day and the price of each.',
    ),
  )
}
