// node scripts/artwork/typeface.mjs: subsets the display face (docs/decisions/0062-a-display-face.md) to the characters
// of headings and prices.
import { readFileSync, writeFileSync } from 'node:fs'
import subset from 'subset-font'

const SOURCE = 'node_modules/@expo-google-fonts/bricolage-grotesque/800ExtraBold/BricolageGrotesque_800ExtraBold.ttf'
const FILE = 'web/theme/sign.woff2'
const MAX_BYTES = 20_000

/**
 * Latin letters, figures, the naira sign, and Yoruba's and Igbo's letters as far as the face has them. Combining marks
 * are left out on purpose: the face has no places for them, and a letter that carries one is then drawn whole by the
 * next font. So are Hausa's hooks and the s with a dot, which it lacks.
 */
const CHARACTERS = [...range(0x20, 0x7e), ...'₦½¼¾×·–—‘’“”…', ...'ÀÁÈÉÌÍÒÓÙÚÑÇàáèéìíòóùúñç', ...'ẸẹỌọỊịỤụ'].join('')

const cut = await subset(readFileSync(SOURCE), CHARACTERS, { targetFormat: 'woff2' })
if (cut.byteLength > MAX_BYTES) throw new Error(`The face has ${cut.byteLength} bytes, more than ${MAX_BYTES}.`)
writeFileSync(FILE, cut)
console.log(`${FILE}: ${cut.byteLength} bytes`)

function range(from, to) {
  return Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index))
}
