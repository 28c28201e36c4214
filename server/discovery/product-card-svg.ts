import { formatNaira } from '#domain/money.ts'
import { ADIRE, card, INK, KRAFT, painted, priceTag, SOFT, words, wrapped } from './card-parts.ts'
import { cardName, LEFT, type SidePicture, side } from './share-card-svg.ts'

interface ProductCard {
  name: string
  unit: string
  priceKobo: bigint
  shop: string
  city: string
  picture: SidePicture
}

/** The card that chats show for a product: picture, name, today's price, shop. */
export function productCardSvg({ name, unit, priceKobo, shop, city, picture }: ProductCard): string {
  const { lettering, below } = cardName(name)
  const line = (text: string) => wrapped(text, 28, 1)[0] ?? ''
  return card(`<rect width="440" height="630" fill="${KRAFT}"/>
${side(picture)}
<rect width="1200" height="14" fill="${ADIRE}"/>
<rect y="616" width="1200" height="14" fill="${ADIRE}"/>
${lettering}
${priceTag(formatNaira(priceKobo), unit, { x: LEFT, y: below + 12, most: 660 })}
${words(line(shop), { x: LEFT, y: below + 192, size: 38, bold: true, colour: INK })}
${words(line(city), { x: LEFT, y: below + 246, size: 32, colour: SOFT })}
${painted({ x: 1160, y: 588, size: 48, anchor: 'end' })}`)
}
