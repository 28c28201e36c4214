import { shopCardVersion } from '#domain/vendors/card-version.ts'
import { titled } from '#web/titled.ts'

interface SharedShop {
  id: string
  business_name: string
  location: string
  description: string | null
  metrics: { rating_count: number; completed_orders: number } | null
}

/** How much of a description search engines and chats show; they would cut the rest in the middle of a word. */
const SHOWN = 155

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

/** At most this many letters, ending with a whole word. */
export function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= SHOWN) return line
  return `${line.slice(0, SHOWN - 1).replace(/[\s,;:.]*\S*$/, '')}…`
}
