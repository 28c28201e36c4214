import { poolSentence } from '#domain/group-buys/pool-sentence.ts'
import type { Prices } from '#domain/group-buys/price/price-tiers.ts'
import { discountPercent } from '#domain/group-buys/progress.ts'
import { formatNaira } from '#domain/money.ts'
import { formatInEnglish } from '#domain/texts/translatable-text.ts'
import {
  ADIRE,
  card,
  INK,
  KRAFT,
  LEAF,
  nameLines,
  PAPER,
  priceTag,
  SOFT,
  textElement,
  wordmark,
  wrapLines,
} from './card-parts.ts'

interface ShareCard extends Prices {
  name: string
  unit: string
  priceKobo: bigint
  currentParticipants: number
  paidParticipants: number
  minParticipants: number
  /** "Lagos: Mama Sade Foodstuff", truncated if too long. */
  place: string
  /** Replaces the pool's sentence once the buy can't be joined; null before. */
  ended: string | null
  picture: SidePicture
}

/** A basin's SVG content, or a photograph that fills the side. */
export type SidePicture = { basin: string } | { photo: Buffer }

/** x of the content beside the picture. */
export const LEFT = 500
const NAME_SIZES = [
  { size: 60, letters: 16, most: 2 },
  { size: 46, letters: 21, most: 3 },
]

/** The share card of a buy: picture, name, price tag, progress bar, city. */
export function shareCardSvg(buy: ShareCard): string {
  const { lettering, below } = cardName(buy.name)
  const tagY = below
  const saving = discountPercent(buy.basePriceKobo, buy.priceKobo)
  const saved = saving > 0 ? `${formatNaira(buy.basePriceKobo)} alone, ${saving}% less together` : ''
  return card(`<rect width="440" height="630" fill="${KRAFT}"/>
${sideElement(buy.picture)}
<rect width="1200" height="14" fill="${ADIRE}"/>
<rect y="616" width="1200" height="14" fill="${ADIRE}"/>
${lettering}
${priceTag(formatNaira(buy.priceKobo), buy.unit, { x: LEFT, y: tagY, most: 660 })}
${textElement(saved, { x: LEFT, y: tagY + 138, size: 30, colour: LEAF, bold: true })}
${progressBar(buy, saving > 0 ? tagY + 162 : tagY + 122)}
${textElement(buy.ended ?? formatInEnglish(poolSentence(buy)), { x: LEFT, y: (saving > 0 ? tagY + 162 : tagY + 122) + 92, size: 38, bold: true })}
${textElement(wrapLines(buy.place, 28, 1)[0] ?? '', { x: LEFT, y: 590, size: 28, colour: SOFT })}
${wordmark({ x: 1160, y: 588, size: 48, anchor: 'end' })}`)
}

/** The name at the top, and the y of the price tag below it. */
export function cardName(name: string): { lettering: string; below: number } {
  const { lines, size } = nameLines(name, NAME_SIZES)
  const step = Math.round(size * 1.16)
  const top = lines.length > 1 ? 58 : 92
  const lettering = lines.map((line, index) =>
    textElement(line, { x: LEFT, y: top + size + index * step, size, bold: true }),
  )
  return { lettering: lettering.join(''), below: top + lines.length * step + 26 }
}

/** Size of the card's left side, which a photograph fills. */
export const PHOTO_SIDE = { width: 440, height: 602 }

export function sideElement(picture: SidePicture): string {
  if ('basin' in picture)
    return `<svg x="16" y="108" width="408" height="408" viewBox="0 0 240 240">${picture.basin}</svg>`
  const { width, height } = PHOTO_SIDE
  return `<image y="14" width="${width}" height="${height}" href="data:image/jpeg;base64,${picture.photo.toString('base64')}"/>`
}

/** The progress bar of the pool, as on the screens: outline is joined, solid is paid, notches are price tiers. */
function progressBar({ tiers, minParticipants, currentParticipants, paidParticipants }: ShareCard, y: number): string {
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
