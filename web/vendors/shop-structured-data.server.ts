import type { Store } from 'schema-dts'
import { breadcrumbs, type StructuredData } from '#web/rendering/structured-data.ts'
import type { OpenShop } from './queries.ts'
import { shopCardPath } from './share.ts'

/** Structured data of a shop: its location and, if it has ratings, the average. */
export function shopStructuredData(shop: OpenShop, origin: string): StructuredData {
  const path = `/shop/${shop.id}`
  const { rating = null, rating_count: ratings = 0 } = shop.metrics ?? {}
  const store: Store = {
    '@type': 'Store',
    '@id': `${origin}${path}#shop`,
    name: shop.business_name,
    url: origin + path,
    image: origin + shopCardPath(shop),
    ...(shop.description && { description: shop.description }),
    address: { '@type': 'PostalAddress', addressLocality: shop.location, addressCountry: 'NG' },
    currenciesAccepted: 'NGN',
    ...(rating !== null &&
      ratings > 0 && {
        aggregateRating: {
          '@type': 'AggregateRating',
          ratingValue: rating,
          ratingCount: ratings,
          bestRating: 5,
          worstRating: 1,
        },
      }),
  }
  const breadcrumb = breadcrumbs(origin, [
    ['Vendor Shops', '/vendors'],
    [shop.business_name, path],
  ])
  return [store, breadcrumb]
}
