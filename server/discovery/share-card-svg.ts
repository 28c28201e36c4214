import { poolSentence } from '#domain/group-buys/pool-sentence.ts'
import type { Prices } from '#domain/group-buys/price-tiers.ts'
import { discountPercent } from '#domain/group-buys/progress.ts'
import { formatNaira } from '#domain/money.ts'
import { ADIRE, card, INK, KRAFT, LEAF, nameLines, OIL, PAPER, painted, SOFT, words, wrapped } from './card-parts.ts'

interface ShareCard extends Prices {
  name: string
  unit: string
  priceKobo: bigint
  currentParticipants: number
  paidParticipants: number
  minParticipants: number
  /** "Lagos: Mama Sade Foodstuff", cut if too long. */
  place: string
  /** Replaces the pool's sentence once the buy cannot be joined any more. */
  ended: string | null
  /** The basin's own SVG, without an XML head. */
  basin: string
}

const LEFT = 500
const NAME_SIZES = [
  { size: 60, letters: 16, most: 2 },
  { size: 46, letters: 21, most: 3 },
]

/** The card that chats show for a buy: basin, name, price tag, pool bar, city. */
export function shareCardSvg(buy: ShareCard): string {
  const { lines, size } = nameLines(buy.name, NAME_SIZES)
  const step = Math.round(size * 1.16)
  const top = lines.length > 1 ? 58 : 92
  const tagY = top + lines.length * step + 26
  const saving = discountPercent(buy.basePriceKobo, buy.priceKobo)
  const saved = saving > 0 ? `${formatNaira(buy.basePriceKobo)} alone, ${saving}% less together` : ''
  return card(`<rect width="440" height="630" fill="${KRAFT}"/>
<rect width="1200" height="14" fill="${ADIRE}"/>
<rect y="616" width="1200" height="14" fill="${ADIRE}"/>
<svg x="16" y="108" width="408" height="408" viewBox="0 0 240 240">${buy.basin}</svg>
${lines.map((line, index) => words(line, { x: LEFT, y: top + size + index * step, size, bold: true })).join('')}
${priceTag(formatNaira(buy.priceKobo), buy.unit, tagY)}
${words(saved, { x: LEFT, y: tagY + 138, size: 30, colour: LEAF, bold: true })}
${sack(buy, saving > 0 ? tagY + 162 : tagY + 122)}
${words(buy.ended ?? poolSentence(buy), { x: LEFT, y: (saving > 0 ? tagY + 162 : tagY + 122) + 92, size: 38, bold: true })}
${words(wrapped(buy.place, 28, 1)[0] ?? '', { x: LEFT, y: 590, size: 28, colour: SOFT })}
${painted({ x: 1160, y: 588, size: 48, end: true })}`)
}

const FIGURE = { size: 66, sign: 44 }

function priceTag(price: string, unit: string, y: number): string {
  const unitSize = 30
  const width = 92 + price.length * FIGURE.sign + (unit.length + 2) * unitSize * 0.66
  // An amount in millions is set smaller, so that its tag stays on the card.
  const scale = Math.min(1, 660 / width)
  return `<g transform="translate(${LEFT} ${y}) scale(${scale.toFixed(3)})">
<path d="M24 0H${Math.round(width)}V98H24L0 70V28Z" fill="${OIL}" stroke="${INK}" stroke-width="5" stroke-linejoin="round"/>
<circle cx="30" cy="49" r="9" fill="${PAPER}" stroke="${INK}" stroke-width="4"/>
${words(price, { x: 54, y: 73, size: FIGURE.size, bold: true })}
${words(`a ${unit}`, { x: 66 + price.length * FIGURE.sign, y: 71, size: unitSize, bold: true })}
</g>`
}

/** The sack that fills, as on the screens: outline is joined, solid is paid, notches are prices. */
function sack({ tiers, minParticipants, currentParticipants, paidParticipants }: ShareCard, y: number): string {
  const last = tiers.at(-1)?.participants ?? Math.max(minParticipants, currentParticipants)
  const width = 620
  const share = (people: number) => Math.round(Math.min(1, people / Math.max(1, last)) * width)
  const bar = (people: number, look: string) =>
    people > 0 ? `<rect x="${LEFT}" y="${y}" width="${share(people)}" height="46" rx="14" ${look}/>` : ''
  const notch = (people: number) =>
    `<rect x="${LEFT + share(people) - 3}" y="${y}" width="6" height="46" fill="${people <= currentParticipants ? PAPER : INK}"/>`
  return `<rect x="${LEFT}" y="${y}" width="${width}" height="46" rx="14" fill="${KRAFT}"/>
${bar(currentParticipants, `fill="#cbe0d4" stroke="${LEAF}" stroke-width="6"`)}
${bar(paidParticipants, `fill="${LEAF}"`)}
${tiers
  .slice(0, -1)
  .map(({ participants }) => notch(participants))
  .join('')}
<rect x="${LEFT}" y="${y}" width="${width}" height="46" rx="14" fill="none" stroke="${INK}" stroke-width="5"/>
<path d="M${LEFT + width} ${y + 10}l13 6 21-14-5 21 5 21-21-14-13 6Z" fill="${INK}"/>`
}
