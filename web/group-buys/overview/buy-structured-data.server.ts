import type { Product } from 'schema-dts'
import { priceAt, readPrices } from '#domain/group-buys/price/price-tiers.ts'
import { buyPriceNaira } from '#domain/group-buys/price/shown-price.ts'
import { unitsLeft } from '#domain/group-buys/progress.ts'
import { koboToNaira } from '#domain/money.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { breadcrumbs, organization, type StructuredData } from '#web/rendering/structured-data.ts'
import { isOpen } from '../is-open.ts'
import { mostPerUnitKobo } from '../prices/what-you-pay.ts'
import { type SharedBuy, shareCardPath } from './share.ts'

interface OfferedBuy extends SharedBuy {
  locked_participants: number
  product_description: string
  category: string
  target_quantity: number
  current_quantity: number
  min_quantity: number
  max_quantity: number | null
  vendor: { id: string; business_name: string; status: string } | null
}

/** Structured data of a buy: a product with its offer at the current price, while the buy can be joined. */
export function buyStructuredData(buy: OfferedBuy, { origin, now }: { origin: string; now: string }): StructuredData {
  const address = `${origin}/group-buys/${buy.id}`
  const open = isOpen(buy, now) && buy.vendor?.status === 'active'
  const left = unitsLeft(buy.target_quantity, buy.current_quantity)
  const price = String(buyPriceNaira(buy))
  const lowest = koboToNaira(priceAt(readPrices(buy), Number.POSITIVE_INFINITY))
  const product: Product = {
    '@type': 'Product',
    '@id': `${address}#product`,
    name: buy.product_name,
    ...(buy.product_description && { description: buy.product_description }),
    image: origin + shareCardPath(buy),
    category: buy.category,
    sku: buy.id,
    offers: {
      '@type': 'Offer',
      url: address,
      price,
      priceCurrency: 'NGN',
      priceValidUntil: lagosDate(new Date(buy.end_date)),
      availabilityEnds: buy.end_date,
      availability: !open
        ? 'https://schema.org/Discontinued'
        : left > 0
          ? 'https://schema.org/InStock'
          : 'https://schema.org/SoldOut',
      itemCondition: 'https://schema.org/NewCondition',
      eligibleQuantity: {
        '@type': 'QuantitativeValue',
        minValue: buy.min_quantity,
        ...(buy.max_quantity !== null && { maxValue: buy.max_quantity }),
        unitText: buy.unit,
      },
      priceSpecification: {
        '@type': 'UnitPriceSpecification',
        price,
        minPrice: Number(lowest),
        maxPrice: open ? Number(koboToNaira(mostPerUnitKobo(buy))) : Number(buy.base_price),
        priceCurrency: 'NGN',
        unitText: buy.unit,
      },
      seller: buy.vendor
        ? { '@type': 'Organization', name: buy.vendor.business_name, url: `${origin}/shop/${buy.vendor.id}` }
        : organization(origin),
    },
  }
  const breadcrumb = breadcrumbs(origin, [
    ['Group Buys', '/group-buys'],
    [buy.product_name, `/group-buys/${buy.id}`],
  ])
  return [product, breadcrumb]
}
