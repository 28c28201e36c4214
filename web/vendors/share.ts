import { shopCardVersion } from '#domain/vendors/card-version.ts'
import { shortened, titled } from '#web/titled.ts'

interface SharedShop {
  id: string
  business_name: string
  location: string
  description: string | null
  metrics: { rating_count: number; completed_orders: number } | null
}

/** What chats and search engines show for a shop. */
export function shopMeta(shop: SharedShop, origin: string) {
  const title = `${shop.business_name}, ${shop.location}`
  return [
    ...titled(title, shortened(shop.description || `Buy from ${title}, alone or together.`)),
    { property: 'og:type', content: 'business.business' },
    { property: 'og:image', content: origin + shopCardPath(shop) },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: title },
  ]
}

/** The picture's address changes with the figures it shows. */
export function shopCardPath({ id, metrics }: Pick<SharedShop, 'id' | 'metrics'>): string {
  return `/og/shops/${id}/${shopCardVersion(metrics)}.jpg`
}
