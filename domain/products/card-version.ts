import { nairaToKobo } from '#domain/money.ts'

interface ProductCardFacts {
  base_price: number | string
  image_url: string | null
}

/** Version of a product's share card, used in its URL: changes with price and picture, not with the name. */
export function productCardVersion({ base_price: price, image_url: picture }: ProductCardFacts): string {
  return `${nairaToKobo(price)}-${(picture ?? '').replace(/\W/g, '').slice(-16)}`
}
