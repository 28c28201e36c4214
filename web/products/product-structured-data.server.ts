import type { Product } from 'schema-dts'
import { shownPriceNaira } from '#domain/group-buys/price/shown-price.ts'
import { categoryLabels, isCategory } from '#domain/products/categories.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { breadcrumbs, type StructuredData } from '#web/rendering/structured-data.ts'
import { productAddress } from './address.ts'
import type { ProductPageRow } from './page-queries.ts'
import { sharedCard } from './share.ts'

interface ProductContext {
  /** The average rating by buyers; null without ratings. */
  rating: { rating: number | null; count: number }
  origin: string
  /** Today in Lagos, 'YYYY-MM-DD'. */
  today: string
}

/** Structured data of a product: its price alone and in each open group buy, its rating and its breadcrumb. */
export function productStructuredData(
  product: ProductPageRow,
  { rating, origin, today }: ProductContext,
): StructuredData {
  const path = `/products/${product.id}`
  const { vendor, category } = product
  const isBetweenDays = product.share_date !== null && product.share_date < today
  const sells = product.available_quantity >= product.min_quantity && !isBetweenDays && product.paused_until === null
  const offer = (url: string, price: number) => ({
    '@type': 'Offer' as const,
    url: origin + url,
    price: String(price),
    priceCurrency: 'NGN',
    itemCondition: 'https://schema.org/NewCondition' as const,
    seller: { '@type': 'Organization' as const, name: vendor.business_name, url: `${origin}/shop/${vendor.id}` },
  })
  const structuredData: Product = {
    '@type': 'Product',
    '@id': `${origin}${path}#product`,
    name: product.name,
    ...(product.description && { description: product.description }),
    image: sharedCard(product, origin),
    category,
    sku: product.id,
    ...(rating.rating !== null &&
      rating.count > 0 && {
        aggregateRating: {
          '@type': 'AggregateRating',
          ratingValue: rating.rating,
          ratingCount: rating.count,
          bestRating: 5,
          worstRating: 1,
        },
      }),
    offers: [
      {
        ...offer(path, product.base_price),
        availability: sells ? 'https://schema.org/InStock' : 'https://schema.org/OutOfStock',
        ...(product.paused_until && { availabilityStarts: product.paused_until }),
        ...(product.share_date && sells && { priceValidUntil: product.share_date }),
      },
      ...product.buys.map((buy) => ({
        ...offer(`/group-buys/${buy.id}`, shownPriceNaira(buy)),
        availability: 'https://schema.org/InStock' as const,
        availabilityEnds: buy.end_date,
        priceValidUntil: lagosDate(new Date(buy.end_date)),
      })),
    ],
  }
  const breadcrumb = breadcrumbs(origin, [
    ['Browse Deals', '/products'],
    [isCategory(category) ? categoryLabels[category] : category, productAddress({ category })],
    [product.name, path],
  ])
  return [structuredData, breadcrumb]
}
