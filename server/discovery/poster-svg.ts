import { brand } from '#domain/brand/brand.ts'
import { formatNaira } from '#domain/money.ts'
import { qrPath } from '#domain/qr-path.ts'
import {
  ADIRE,
  awning,
  INK,
  LEAF,
  nameLines,
  OIL,
  PAPER,
  priceTag,
  SOFT,
  tagWidth,
  textElement,
  wordmark,
} from './card-parts.ts'

interface Poster {
  shop: string
  city: string
  /** The absolute URL of the QR code. */
  address: string
  /** Null for a poster of the shop itself. */
  buy: {
    name: string
    unit: string
    priceKobo: bigint
    basePriceKobo: bigint
    /** "Mon 23 Nov, 9 pm" */
    until: string
    /** "23 Nov" */
    pricedOn: string
  } | null
}

/** A4 at 150 dots an inch. */
const PAGE = { width: 1240, height: 1754 }
const MIDDLE = PAGE.width / 2
const SHOP_SIZES = [
  { size: 104, letters: 17, most: 1 },
  { size: 76, letters: 24, most: 2 },
  { size: 54, letters: 34, most: 3 },
]
const BUY_SIZES = [
  { size: 76, letters: 25, most: 1 },
  { size: 60, letters: 32, most: 2 },
  { size: 46, letters: 42, most: 2 },
]

/** The poster for a stall's wall: the shop's name, the buy to join, and a QR code. */
export function posterSvg({ shop, city, address, buy }: Poster): string {
  const qrSize = buy ? 540 : 780
  const qrTop = buy ? 910 : 600
  const below = qrTop + qrSize + 98
  const noCamera = `No camera? Open ${new URL(address).host} and search for ${buy ? 'this food' : 'our name'}.`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${PAGE.width}" height="${PAGE.height}" viewBox="0 0 ${PAGE.width} ${PAGE.height}">
<rect width="${PAGE.width}" height="${PAGE.height}" fill="#ffffff"/>
<g transform="scale(${(PAGE.width / 1200).toFixed(4)} 1.2)">${awning()}</g>
<rect y="132" width="${PAGE.width}" height="390" fill="${ADIRE}"/>
<rect x="24" y="156" width="${PAGE.width - 48}" height="342" fill="none" stroke="${OIL}" stroke-width="8"/>
${centredName(shop, SHOP_SIZES, { middle: 305, colour: PAPER })}
${textElement(city, { x: MIDDLE, y: 462, size: 44, colour: PAPER, anchor: 'middle' })}
<rect y="522" width="${PAGE.width}" height="8" fill="${INK}"/>
${buy ? buyBlock(buy) : ''}
${qrCode(address, { x: MIDDLE - qrSize / 2, y: qrTop, size: qrSize })}
${textElement(buy ? 'Scan to join' : 'Scan to see our food', { x: MIDDLE, y: below, size: 84, bold: true, anchor: 'middle' })}
${textElement(`${noCamera}${buy ? ` Price of ${buy.pricedOn}.` : ''}`, { x: MIDDLE, y: below + 54, size: 28, colour: SOFT, anchor: 'middle' })}
${wordmark({ x: PAGE.width - 60, y: PAGE.height - 44, size: 64, anchor: 'end' })}
${textElement(brand.tagline, { x: 60, y: PAGE.height - 50, size: 34, bold: true, colour: SOFT })}
</svg>`
}

function buyBlock({ name, unit, priceKobo, basePriceKobo, until }: NonNullable<Poster['buy']>): string {
  const price = formatNaira(priceKobo)
  const most = 900
  const alone = basePriceKobo > priceKobo ? `${formatNaira(basePriceKobo)} alone. ` : ''
  return `${centredName(name, BUY_SIZES, { middle: 598, colour: INK })}
${priceTag(price, unit, { x: MIDDLE - Math.min(most, tagWidth(price, unit)) / 2, y: 660, most })}
${textElement(`${alone}More people, lower price.`, { x: MIDDLE, y: 812, size: 34, colour: LEAF, bold: true, anchor: 'middle' })}
${textElement(`Join until ${until}`, { x: MIDDLE, y: 880, size: 48, bold: true, anchor: 'middle' })}`
}

function centredName(
  name: string,
  sizes: typeof SHOP_SIZES,
  { middle, colour }: { middle: number; colour: string },
): string {
  const { lines, size } = nameLines(name, sizes)
  const step = size * 1.15
  const top = middle - (lines.length * step) / 2 + size * 0.85
  return lines
    .map((line, at) =>
      textElement(line, { x: MIDDLE, y: Math.round(top + at * step), size, bold: true, colour, anchor: 'middle' }),
    )
    .join('')
}

/** A QR code, black on white with its quiet zone. */
function qrCode(address: string, { x, y, size }: { x: number; y: number; size: number }): string {
  const qr = qrPath(address)
  return `<rect x="${x}" y="${y}" width="${size}" height="${size}" fill="#ffffff" stroke="${INK}" stroke-width="6" rx="16"/>
<svg x="${x}" y="${y}" width="${size}" height="${size}" viewBox="0 0 ${qr.size} ${qr.size}" shape-rendering="crispEdges"><path d="${qr.path}" fill="#000000"/></svg>`
}
