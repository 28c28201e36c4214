import { brand } from '#domain/brand.ts'
import { poolSentence } from '#domain/group-buys/pool-sentence.ts'
import type { Prices } from '#domain/group-buys/price-tiers.ts'
import { discountPercent } from '#domain/group-buys/progress.ts'
import { formatNaira } from '#domain/money.ts'

export interface ShareCard extends Prices {
  name: string
  unit: string
  priceKobo: bigint
  currentParticipants: number
  minParticipants: number
  /** "Lagos: Mama Sade Foodstuff"; cut when it is long. */
  place: string
  /** Instead of the pool's sentence when the buy cannot be joined any more. */
  ended: string | null
  /** The basin's own SVG, without an XML head. */
  basin: string
}

const INK = '#1d1a16'
const PAPER = '#fbf7ee'
const FONT = 'DejaVu Sans'

/** The card that chats show: basin, name, price tag, pool bar, city. 1200 x 630; what matters stands in the middle square too. */
export function shareCardSvg(card: ShareCard): string {
  const lines = wrapped(card.name, 19, 2)
  const top = lines.length > 1 ? 130 : 165
  const tagY = top + lines.length * 66 + 4
  const price = formatNaira(card.priceKobo)
  const saving = discountPercent(card.basePriceKobo, card.priceKobo)
  const sentence = card.ended ?? poolSentence(card)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630">
<rect width="1200" height="630" fill="${PAPER}"/>
<rect width="460" height="630" fill="#efdfbf"/>
<rect width="1200" height="14" fill="#22407f"/>
<rect y="616" width="1200" height="14" fill="#22407f"/>
<svg x="30" y="115" width="400" height="400" viewBox="0 0 240 240">${card.basin}</svg>
${lines.map((line, index) => words(line, { x: 510, y: top + index * 66, size: 54, bold: true })).join('')}
<g transform="translate(510 ${tagY})">
<path d="M24 0H${tagWidth(price, card.unit)}V92H24L0 66V26Z" fill="#f2a11b" stroke="${INK}" stroke-width="5" stroke-linejoin="round"/>
<circle cx="30" cy="46" r="9" fill="${PAPER}" stroke="${INK}" stroke-width="4"/>
${words(price, { x: 54, y: 68, size: 60, bold: true })}
${words(`a ${card.unit}`, { x: 66 + price.length * 40, y: 66, size: 28, bold: true })}
</g>
${saving > 0 ? words(`${formatNaira(card.basePriceKobo)} alone, ${saving}% less together`, { x: 510, y: tagY + 134, size: 28, colour: '#0b6b3a', bold: true }) : ''}
${poolBar(card, tagY + 168)}
${words(sentence, { x: 510, y: tagY + 256, size: 34, bold: true })}
${words(wrapped(card.place, 30, 1)[0] ?? '', { x: 510, y: 585, size: 26, colour: '#5f574b' })}
${words(brand.name.toLowerCase(), { x: 1150, y: 585, size: 44, bold: true, end: true })}
</svg>`
}

function poolBar(card: ShareCard, y: number): string {
  const last = card.tiers.at(-1)?.participants ?? card.minParticipants
  const width = 640
  const share = (people: number) => Math.round(Math.min(1, people / Math.max(1, last)) * width)
  const notches = card.tiers
    .slice(0, -1)
    .map(
      ({ participants }) =>
        `<rect x="${510 + share(participants) - 2}" y="${y}" width="4" height="40" fill="${PAPER}"/>`,
    )
  return `<rect x="510" y="${y}" width="${width}" height="40" rx="20" fill="#e4d9c2"/>
<rect x="510" y="${y}" width="${Math.max(40, share(card.currentParticipants))}" height="40" rx="20" fill="#0b6b3a"/>
${notches.join('')}
<rect x="510" y="${y}" width="${width}" height="40" rx="20" fill="none" stroke="${INK}" stroke-width="5"/>`
}

interface Lettering {
  x: number
  y: number
  size: number
  bold?: boolean
  colour?: string
  end?: boolean
}

function words(text: string, { x, y, size, bold = false, colour = INK, end = false }: Lettering): string {
  return `<text x="${x}" y="${y}" font-family="${FONT}" font-size="${size}" font-weight="${bold ? 700 : 400}" fill="${colour}"${end ? ' text-anchor="end"' : ''}>${escaped(text)}</text>`
}

function tagWidth(price: string, unit: string): number {
  return 90 + price.length * 40 + (unit.length + 2) * 19
}

/** At most so many lines of about so many letters; what is too long ends in an ellipsis. */
export function wrapped(text: string, letters: number, most: number): string[] {
  const lines: string[] = ['']
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1) ?? ''
    const longer = line === '' ? word : `${line} ${word}`
    if (longer.length <= letters || line === '') lines[lines.length - 1] = longer
    else lines.push(word)
  }
  const shown = lines.slice(0, most).map((line) => (line.length > letters + 2 ? cut(line, letters) : line))
  return lines.length > most ? [...shown.slice(0, -1), cut(shown.at(-1) ?? '', letters)] : shown
}

const cut = (line: string, letters: number): string => `${line.slice(0, letters).replace(/[\s,;:.…]+$/, '')}…`

/** XML cannot hold control characters at all. */
function escaped(text: string): string {
  return text
    .replace(/\p{Cc}/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}
