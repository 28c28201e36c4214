import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The pages as they are being written. */
export type Sheet = PDFKit.PDFDocument

const FONT_FOLDER = join(dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json')), 'ttf')

/** DejaVu has the currency signs and the letters of Yoruba, Hausa and Igbo; only what is used goes into a file. */
export const FONTS = {
  plain: join(FONT_FOLDER, 'DejaVuSans.ttf'),
  bold: join(FONT_FOLDER, 'DejaVuSans-Bold.ttf'),
}

/** In points. */
export const MARGIN = 48
export const SIZES = { small: 8, body: 9.5, large: 13, title: 20 }
export const COLOURS = { ink: '#1d1a16', soft: '#5f574b', line: '#d5c8ae', fill: '#fbf7ee' }

export const widthOf = (sheet: Sheet) => sheet.page.width - 2 * MARGIN
export const bottomOf = (sheet: Sheet) => sheet.page.height - sheet.page.margins.bottom

/** Goes to a new page unless so much fits on this one. */
export function makeRoom(sheet: Sheet, height: number): boolean {
  if (sheet.y + height <= bottomOf(sheet)) return false
  sheet.addPage()
  sheet.x = MARGIN
  sheet.y = MARGIN
  return true
}

/** What is longer than any name or sentence is cut: breaking one word into lines takes the square of its length. */
const MOST_SIGNS = 400

export const readable = (text: string) => (text.length > MOST_SIGNS ? `${text.slice(0, MOST_SIGNS - 1)}…` : text)
