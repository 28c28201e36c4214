import type { I18n } from '@lingui/core'
import { shopCardVersion } from '#domain/vendors/card-version.ts'
import { pageMeta, shortened } from '#web/page-meta.ts'

interface SharedShop {
  id: string
  business_name: string
  location: string
  description: string | null
  metrics: { rating_count: number; completed_orders: number } | null
}

/** Title, description and picture of a shop for chat apps and search engines. */
export function shopMeta(shop: SharedShop, { i18n, origin }: { i18n: I18n; origin: string }) {
  const title = `${shop.business_name}, ${shop.location}`
  return [
    ...pageMeta(title, shortened(shop.description || i18n.t('Buy from {shop}, alone or together.', { shop: title }))),
    { property: 'og:type', content: 'business.business' },
    { property: 'og:image', content: origin + shopCardPath(shop) },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: title },
  ]
}

/** Path of the preview picture, which changes with the figures it shows. */
export function shopCardPath({ id, metrics }: Pick<SharedShop, 'id' | 'metrics'>): string {
  return `/og/shops/${id}/${shopCardVersion(metrics)}.jpg`
}
