import type { I18n } from '@lingui/core'
import { brand } from '#domain/brand/brand.ts'
import { type ShownBuy, shownPriceNaira } from '#domain/group-buys/price/shown-price.ts'
import { productCardVersion } from '#domain/products/card-version.ts'
import { day, naira } from '#web/ui/format.ts'
import { translateWeight } from '#web/weight-text.ts'

interface SharedProduct {
  id: string
  name: string
  unit: string
  weight: string
  base_price: number
  image_url: string | null
  vendor_location: string
  vendor: { business_name: string }
  /** Open group buys, the cheapest first. */
  buys: readonly (ShownBuy & { end_date: string })[]
}

/** "₦52,000 a basket, about 25 kg. Open group buy at ₦46,800 until Sat 14 Mar. Oje Fruits, Ibadan." */
function productSentence(i18n: I18n, product: SharedProduct): string {
  const {
    unit,
    buys: [buy],
  } = product
  const [, ...kg] = translateWeight(i18n, product.weight).split(', ')
  const price = i18n.t('{price} a {unit}', { price: naira(product.base_price), unit })
  const bought = buy && { price: naira(shownPriceNaira(buy)), day: day(buy.end_date) }
  return [
    `${[price, ...kg].join(', ')}.`,
    ...(bought ? [i18n.t('Open group buy at {price} until {day}.', bought)] : []),
    `${product.vendor.business_name}, ${product.vendor_location}.`,
  ].join(' ')
}

/** Title, description and picture of a product for chat apps and search engines. */
export function productMeta(i18n: I18n, product: SharedProduct, origin: string) {
  const description = productSentence(i18n, product)
  return [
    { title: `${product.name}, ${product.vendor.business_name} · ${brand.name}` },
    { name: 'description', content: description },
    { property: 'og:type', content: 'product' },
    { property: 'og:title', content: product.name },
    { property: 'og:description', content: description },
    { property: 'og:image', content: sharedCard(product, origin) },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: `${product.name}: ${description}` },
    { property: 'product:price:amount', content: String(product.base_price) },
    { property: 'product:price:currency', content: 'NGN' },
  ]
}

/** Full address of the preview picture, which changes with the price and the product's picture. */
export function sharedCard(product: Pick<SharedProduct, 'id' | 'base_price' | 'image_url'>, origin: string): string {
  return `${origin}/og/products/${product.id}/${productCardVersion(product)}.jpg`
}
