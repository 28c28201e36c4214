import { useLingui } from '@lingui/react'
import { data } from 'react-router'
import { isContentStaff, parseRole } from '#domain/accounts/roles.ts'
import { PAGE_SIZE } from '#domain/limits.ts'
import { categoryLabels, isCategory } from '#domain/products/categories.ts'
import { PRODUCT_DELETED } from '#domain/texts/deletions.ts'
import { emptyTexts } from '#domain/texts/screens.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { CardList } from '#web/adverts/card-list.tsx'
import { listAdverts } from '#web/adverts/queries.ts'
import { apiContext, areaContext, listEndContext, viewerContext } from '#web/context.ts'
import { keepInputOffline, readForm } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta, partTitle } from '#web/page-meta.ts'
import { PageHeading } from '#web/ui/headings.tsx'
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
  const nearState = (await context.get(areaContext)())?.state ?? null
  const [{ products, count, error }, choices, adverts] = await Promise.all([
    listProducts(api, address, { now: now.toISOString(), nearState }),
    listProductChoices(api),
    listAdverts(api, 'products', now.toISOString()),
  ])
  // `watchListEnd` sees the end of lists of the table API, but not that of a search.
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
  const { field } = await readForm(request)
  const { error } = await context.get(apiContext).tables.from('products').delete().eq('id', field('id'))
  return error ? data({ ok: false, text: error.message }, 409) : { ok: true, text: PRODUCT_DELETED }
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

export default function BrowseDeals({ loaderData, actionData }: Route.ComponentProps) {
  const { i18n } = useLingui()
  const { address, products, count, choices, failure, adverts, today, mayDelete } = loaderData
  return (
    <>
      <PageHeading lead={i18n.t('Buy in bulk, straight from the vendor. Prices are for one unit.')}>
        {i18n.t('Browse Deals')}
      </PageHeading>
      <OutcomeNotice outcome={actionData} />
      <div className="mb-4">
        <CategoryChips address={address} />
      </div>
      <CardList
        labels={{ section: i18n.t('Products'), cards: i18n.t('Products'), pages: i18n.t('products') }}
        filters={<ProductFilters address={address} choices={choices} />}
        noun={{ one: /*i18n*/ '{count} product', many: /*i18n*/ '{count} products' }}
        count={count}
        failure={failure}
        cards={products.map((product, index) => (
          <li key={product.id} id={product.id}>
            <ProductCard
              product={product}
              today={today}
              eager={index < 2}
              staff={mayDelete && <DeleteProduct product={product} />}
            />
          </li>
        ))}
        adverts={adverts}
        page={address.page}
        linkTo={(page) => productAddress({ ...address, page })}
        search={address.search}
        empty={{ title: i18n.t(emptyTexts.products), all: i18n.t('Show all products'), to: '/products' }}
      />
    </>
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
