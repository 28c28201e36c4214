import { brand } from '#domain/brand.ts'

// The parts of all share cards: colours, lettering, the painted name.
export const INK = '#1d1a16'
export const PAPER = '#fbf7ee'
export const KRAFT = '#efdfbd'
export const OIL = '#f2a11b'
export const LEAF = '#0b6b3a'
export const ADIRE = '#22407f'
export const SOFT = '#5f574b'
const FONT = 'DejaVu Sans'

/** The card around `content`: 1200 x 630, the size chats show uncropped. */
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

export function words(text: string, { x, y, size, bold = false, colour = INK, anchor }: Lettering): string {
  return `<text x="${x}" y="${y}" font-family="${FONT}" font-size="${size}" font-weight="${bold ? 700 : 400}" fill="${colour}"${anchor ? ` text-anchor="${anchor}"` : ''}>${escaped(text)}</text>`
}

/** The market's name as a sign painter sets it: with its drop line, ending at `x`. */
export function painted(name: Lettering): string {
  const text = brand.name.toLowerCase()
  const drop = Math.round(name.size / 14)
  const behind = { ...name, x: name.x + drop, y: name.y + drop, colour: OIL }
  return words(text, { ...behind, bold: true }) + words(text, { ...name, bold: true })
}

/** A name's lines in the largest lettering that fits it whole, else cut in the smallest. */
export function nameLines(
  name: string,
  sizes: readonly { size: number; letters: number; most: number }[],
): { lines: string[]; size: number } {
  const tried = sizes.map(({ size, letters, most }) => ({ size, lines: wrapped(name, letters, most) }))
  const whole = tried.find(({ lines }) => !lines.some((line) => line.endsWith('…')))
  return whole ?? tried.at(-1) ?? { size: 48, lines: [name] }
}

/** At most this many lines of about this many letters; longer text ends in an ellipsis. */
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

/** XML cannot contain control characters. */
function escaped(text: string): string {
  return text
    .replace(/\p{Cc}/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

const FIGURE = { size: 66, sign: 44, unit: 30 }

/** Of the tag below, before it is set smaller. */
export const tagWidth = (price: string, unit: string): number =>
  92 + price.length * FIGURE.sign + (unit.length + 2) * FIGURE.unit * 0.66

/** The cardboard tag; an amount in millions is set smaller, so that it is no wider than `most`. */
export function priceTag(price: string, unit: string, { x, y, most }: { x: number; y: number; most: number }): string {
  const width = tagWidth(price, unit)
  const scale = Math.min(1, most / width)
  return `<g transform="translate(${x} ${y}) scale(${scale.toFixed(3)})">
<path d="M24 0H${Math.round(width)}V98H24L0 70V28Z" fill="${OIL}" stroke="${INK}" stroke-width="5" stroke-linejoin="round"/>
<circle cx="30" cy="49" r="9" fill="${PAPER}" stroke="${INK}" stroke-width="4"/>
${words(price, { x: 54, y: 73, size: FIGURE.size, bold: true })}
${words(`a ${unit}`, { x: 66 + price.length * FIGURE.sign, y: 71, size: FIGURE.unit, bold: true })}
</g>`
}

/** Scallops in pepper and paper from edge to edge. */
export function awning(): string {
  const width = 100
  return Array.from({ length: 12 }, (_, index) => {
    const fill = index % 2 === 0 ? '#b42b1b' : PAPER
    return `<path d="M${index * width} -4h${width}V70a${width / 2} 36 0 0 1-${width} 0Z" fill="${fill}" stroke="${INK}" stroke-width="5"/>`
  }).join('')
}
