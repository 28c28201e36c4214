import { brand } from '#domain/brand/brand.ts'
import { ADIRE, awning, card, INK, KRAFT, nameLines, OIL, PAPER, SOFT, textElement, wordmark } from './card-parts.ts'

interface ShopCard {
  name: string
  city: string
  /** 1 to 5; null while there are no ratings. */
  rating: number | null
  ratingCount: number
  completedOrders: number
  /** SVG content of the shop's basin. */
  basin: string
}

const NAME_SIZES = [
  { size: 64, letters: 15, most: 2 },
  { size: 48, letters: 20, most: 3 },
]

/** The share card of a shop: the stall with its name board. */
export function shopCardSvg(shop: ShopCard): string {
  const { lines, size } = nameLines(shop.name, NAME_SIZES)
  const step = Math.round(size * 1.15)
  const top = 285 - Math.round((lines.length * step) / 2)
  const board = { x: 480, colour: PAPER }
  return card(`${awning()}
<rect y="110" width="1200" height="390" fill="${ADIRE}"/>
<rect x="18" y="128" width="1164" height="354" fill="none" stroke="${OIL}" stroke-width="6"/>
<rect x="52" y="150" width="380" height="310" rx="20" fill="${KRAFT}"/>
<svg x="92" y="156" width="300" height="300" viewBox="0 0 240 240">${shop.basin}</svg>
${lines.map((line, index) => textElement(line, { ...board, y: top + size + index * step, size, bold: true })).join('')}
${textElement(shop.city, { ...board, y: top + lines.length * step + 62, size: 36 })}
<rect y="497" width="1200" height="6" fill="${INK}"/>
${textElement(statistics(shop), { x: 52, y: 580, size: 34, bold: true, colour: SOFT })}
${wordmark({ x: 1150, y: 584, size: 52, anchor: 'end' })}`)
}

function statistics({ rating, ratingCount, completedOrders }: ShopCard): string {
  const orders = completedOrders > 0 ? `${completedOrders} orders completed` : 'New in the market'
  return rating === null || ratingCount === 0 ? orders : `${rating.toFixed(1)} of 5 (${ratingCount}) · ${orders}`
}

/** The share card of any page without its own: the home page's stall and the tagline. */
export function siteCardSvg(stall: string): string {
  const [first = '', ...more] = brand.tagline.split(', ')
  return card(`<rect width="1200" height="630" fill="#f7cf7d"/>
<path d="M0 545Q250 512 496 532V630H0Z" fill="#d9a85a"/>
<svg x="496" y="88" width="704" height="528" viewBox="0 0 640 480">${stall}</svg>
<rect width="1200" height="14" fill="${ADIRE}"/>
<rect y="616" width="1200" height="14" fill="${ADIRE}"/>
${wordmark({ x: 64, y: 190, size: 120 })}
${[`${first},`, ...more].map((line, index) => textElement(line, { x: 64, y: 320 + index * 68, size: 44, bold: true })).join('')}`)
}

/** The share card of a page that shows one of our basins, such as a blog post. */
export function basinCardSvg(basin: string): string {
  return card(`<rect width="1200" height="630" fill="${KRAFT}"/>
<rect width="1200" height="14" fill="${ADIRE}"/>
<rect y="616" width="1200" height="14" fill="${ADIRE}"/>
<svg x="360" y="60" width="480" height="480" viewBox="0 0 240 240">${basin}</svg>
${wordmark({ x: 1150, y: 584, size: 52, anchor: 'end' })}`)
}
