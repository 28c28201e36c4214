import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The document being written. */
export type Sheet = PDFKit.PDFDocument

const FONT_FOLDER = join(dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json')), 'ttf')

/** DejaVu has the currency signs and the letters of Yoruba, Hausa and Igbo. Only the glyphs used are embedded. */
export const FONTS = {
  plain: join(FONT_FOLDER, 'DejaVuSans.ttf'),
  bold: join(FONT_FOLDER, 'DejaVuSans-Bold.ttf'),
}

/** In points. */
export const MARGIN = 48
export const SIZES = { small: 8, body: 9.5, large: 13, title: 20 }
export const COLOURS = { ink: '#1d1a16', soft: '#5f574b', line: '#d5c8ae', fill: '#fbf7ee' }

export const contentWidth = (sheet: Sheet) => sheet.page.width - 2 * MARGIN
export const contentBottom = (sheet: Sheet) => sheet.page.height - sheet.page.margins.bottom

/** Starts a new page unless `height` points fit on this one. Returns whether it did. */
export function ensureSpace(sheet: Sheet, height: number): boolean {
  if (sheet.y + height <= contentBottom(sheet)) return false
  sheet.addPage()
  sheet.x = MARGIN
  sheet.y = MARGIN
  return true
}

/** Longer texts are cut: breaking one long word into lines takes quadratic time. */
const MAX_CHARACTERS = 400

export const truncated = (text: string) =>
  text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS - 1)}…` : text
