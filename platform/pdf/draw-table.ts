import type { Column, Table } from './paper.ts'
import { bottomOf, COLOURS, MARGIN, makeRoom, readable, type Sheet, SIZES, widthOf } from './sheet.ts'

const PADDING = 5
const LEAST_WIDTH = 24

/** Rows stay whole, and the head is repeated on every page. */
export function drawTable(sheet: Sheet, { columns, rows, empty }: Table): void {
  const cells = placed(sheet, columns)
  const head = columns.map(({ title }) => title)
  const headHeight = heightOf(sheet, { cells, texts: head, font: 'bold' })
  // No head without a first row.
  makeRoom(sheet, headHeight + 24)
  drawRow(sheet, { cells, texts: head, font: 'bold', height: headHeight })
  for (const row of rows) {
    const texts = row.map(readable)
    const height = heightOf(sheet, { cells, texts, font: 'plain' })
    if (makeRoom(sheet, height)) drawRow(sheet, { cells, texts: head, font: 'bold', height: headHeight })
    drawRow(sheet, { cells, texts, font: 'plain', height: Math.min(height, bottomOf(sheet) - sheet.y) })
  }
  if (rows.length === 0 && empty) {
    sheet.font('plain').fontSize(SIZES.body).fillColor(COLOURS.soft)
    sheet.text(empty, MARGIN + PADDING, sheet.y + PADDING, { width: widthOf(sheet) - 2 * PADDING })
  }
  sheet.x = MARGIN
  sheet.y += 14
}

interface Cell {
  x: number
  width: number
  align: 'left' | 'right'
}

interface Row {
  cells: readonly Cell[]
  texts: readonly string[]
  font: 'plain' | 'bold'
}

function placed(sheet: Sheet, columns: readonly Column[]): Cell[] {
  const whole = columns.reduce((sum, { share }) => sum + share, 0)
  let x = MARGIN
  return columns.map(({ share, align }) => {
    const width = (widthOf(sheet) * share) / whole
    const cell: Cell = { x: x + PADDING, width: Math.max(LEAST_WIDTH, width - 2 * PADDING), align: align ?? 'left' }
    x += width
    return cell
  })
}

const sizeOf = (font: Row['font']) => (font === 'bold' ? SIZES.small : SIZES.body - 0.5)

function heightOf(sheet: Sheet, { cells, texts, font }: Row): number {
  sheet.font(font).fontSize(sizeOf(font))
  const heights = cells.map(({ width }, index) => sheet.heightOfString(texts[index] ?? '', { width }))
  return Math.max(...heights, sheet.currentLineHeight()) + 2 * PADDING
}

function drawRow(sheet: Sheet, { cells, texts, font, height }: Row & { height: number }): void {
  const top = sheet.y
  const right = MARGIN + widthOf(sheet)
  if (font === 'bold') sheet.rect(MARGIN, top, right - MARGIN, height).fill(COLOURS.fill)
  sheet.font(font).fontSize(sizeOf(font)).fillColor(COLOURS.ink)
  cells.forEach(({ x, width, align }, index) => {
    sheet.text(texts[index] ?? '', x, top + PADDING, { width, align, height: height - PADDING, ellipsis: true })
  })
  const line = top + height
  sheet.moveTo(MARGIN, line).lineTo(right, line).lineWidth(0.5).strokeColor(COLOURS.line).stroke()
  sheet.y = line
}
