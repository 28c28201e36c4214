import { nairaToKobo } from '../money.ts'

interface ProductCardFacts {
  base_price: number | string
  image_url: string | null
}

/** Changes with the price and the picture of a product's share card; its name may change without it. */
export function productCardVersion({ base_price: price, image_url: picture }: ProductCardFacts): string {
  return `${nairaToKobo(price)}-${(picture ?? '').replace(/\W/g, '').slice(-16)}`
}
