import { brand } from '#domain/brand/brand.ts'

// Shared parts of all cards: colours, text, wordmark.
export const INK = '#1d1a16'
export const PAPER = '#fbf7ee'
export const KRAFT = '#efdfbd'
export const OIL = '#f2a11b'
export const LEAF = '#0b6b3a'
export const ADIRE = '#22407f'
export const SOFT = '#5f574b'
const FONT = 'DejaVu Sans'

/** Wraps `content` in an SVG of 1200 x 630, which chat apps show uncropped. */
export function card(content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630">
<rect width="1200" height="630" fill="${PAPER}"/>
${content}
</svg>`
}

interface Lettering {
  x: number
  y: number
  size: number
  bold?: boolean
  colour?: string
  anchor?: 'middle' | 'end'
}

export function textElement(text: string, { x, y, size, bold = false, colour = INK, anchor }: Lettering): string {
  return `<text x="${x}" y="${y}" font-family="${FONT}" font-size="${size}" font-weight="${bold ? 700 : 400}" fill="${colour}"${anchor ? ` text-anchor="${anchor}"` : ''}>${escapeXml(text)}</text>`
}

/** The market's name with its drop shadow, like painted lettering. */
export function wordmark(name: Lettering): string {
  const text = brand.name.toLowerCase()
  const drop = Math.round(name.size / 14)
  const behind = { ...name, x: name.x + drop, y: name.y + drop, colour: OIL }
  return textElement(text, { ...behind, bold: true }) + textElement(text, { ...name, bold: true })
}

/** Wraps a name in the largest size that fits all of it; otherwise truncates it in the smallest. */
export function nameLines(
  name: string,
  sizes: readonly { size: number; letters: number; most: number }[],
): { lines: string[]; size: number } {
  const tried = sizes.map(({ size, letters, most }) => ({ size, lines: wrapLines(name, letters, most) }))
  const whole = tried.find(({ lines }) => !lines.some((line) => line.endsWith('…')))
  return whole ?? tried.at(-1) ?? { size: 48, lines: [name] }
}

/** Wraps text to at most `most` lines of about `letters` characters; longer text ends in an ellipsis. */
export function wrapLines(text: string, letters: number, most: number): string[] {
  const lines: string[] = ['']
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1) ?? ''
    const longer = line === '' ? word : `${line} ${word}`
    if (longer.length <= letters || line === '') lines[lines.length - 1] = longer
    else lines.push(word)
  }
  const shown = lines.slice(0, most).map((line) => (line.length > letters + 2 ? truncate(line, letters) : line))
  return lines.length > most ? [...shown.slice(0, -1), truncate(shown.at(-1) ?? '', letters)] : shown
}

const truncate = (line: string, letters: number): string => `${line.slice(0, letters).replace(/[\s,;:.…]+$/, '')}…`

/** Escapes text for XML, without control characters, which XML forbids. */
function escapeXml(text: string): string {
  return text
    .replace(/\p{Cc}/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

const PRICE_TEXT = { size: 66, sign: 44, unit: 30 }

/** Width of the price tag before scaling. */
export const tagWidth = (price: string, unit: string): number =>
  92 + price.length * PRICE_TEXT.sign + (unit.length + 2) * PRICE_TEXT.unit * 0.66

/** The cardboard price tag, scaled down if it would be wider than `most`. */
export function priceTag(price: string, unit: string, { x, y, most }: { x: number; y: number; most: number }): string {
  const width = tagWidth(price, unit)
  const scale = Math.min(1, most / width)
  return `<g transform="translate(${x} ${y}) scale(${scale.toFixed(3)})">
<path d="M24 0H${Math.round(width)}V98H24L0 70V28Z" fill="${OIL}" stroke="${INK}" stroke-width="5" stroke-linejoin="round"/>
<circle cx="30" cy="49" r="9" fill="${PAPER}" stroke="${INK}" stroke-width="4"/>
${textElement(price, { x: 54, y: 73, size: PRICE_TEXT.size, bold: true })}
${textElement(`a ${unit}`, { x: 66 + price.length * PRICE_TEXT.sign, y: 71, size: PRICE_TEXT.unit, bold: true })}
</g>`
}

/** A striped awning across the whole width. */
export function awning(): string {
  const width = 100
  return Array.from({ length: 12 }, (_, index) => {
    const fill = index % 2 === 0 ? '#b42b1b' : PAPER
    return `<path d="M${index * width} -4h${width}V70a${width / 2} 36 0 0 1-${width} 0Z" fill="${fill}" stroke="${INK}" stroke-width="5"/>`
  }).join('')
}
