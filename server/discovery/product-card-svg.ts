import { formatNaira } from '#domain/money.ts'
import { ADIRE, card, INK, KRAFT, priceTag, SOFT, textElement, wordmark, wrapLines } from './card-parts.ts'
import { cardName, LEFT, type SidePicture, sideElement } from './share-card-svg.ts'

interface ProductCard {
  name: string
  unit: string
  priceKobo: bigint
  shop: string
  city: string
  picture: SidePicture
}

/** The share card of a product: picture, name, current price, shop. */
export function productCardSvg({ name, unit, priceKobo, shop, city, picture }: ProductCard): string {
  const { lettering, below } = cardName(name)
  const line = (text: string) => wrapLines(text, 28, 1)[0] ?? ''
  return card(`<rect width="440" height="630" fill="${KRAFT}"/>
${sideElement(picture)}
<rect width="1200" height="14" fill="${ADIRE}"/>
<rect y="616" width="1200" height="14" fill="${ADIRE}"/>
${lettering}
${priceTag(formatNaira(priceKobo), unit, { x: LEFT, y: below + 12, most: 660 })}
${textElement(line(shop), { x: LEFT, y: below + 192, size: 38, bold: true, colour: INK })}
${textElement(line(city), { x: LEFT, y: below + 246, size: 32, colour: SOFT })}
${wordmark({ x: 1160, y: 588, size: 48, anchor: 'end' })}`)
}
