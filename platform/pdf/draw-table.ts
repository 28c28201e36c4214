import type { TableBlock, TableColumn } from './paper.ts'
import { COLOURS, contentBottom, contentWidth, ensureSpace, MARGIN, type Sheet, SIZES, truncated } from './sheet.ts'

const PADDING = 5
const MIN_WIDTH = 24

/** Rows are never split across pages, and the header row is repeated on every page. */
export function drawTable(sheet: Sheet, { columns, rows, empty }: TableBlock): void {
  const cells = layoutCells(sheet, columns)
  const head = columns.map(({ title }) => title)
  const headHeight = rowHeight(sheet, { cells, texts: head, font: 'bold' })
  // Keeps the header row on the same page as the first row.
  ensureSpace(sheet, headHeight + 24)
  drawRow(sheet, { cells, texts: head, font: 'bold', height: headHeight })
  for (const row of rows) {
    const texts = row.map(truncated)
    const height = rowHeight(sheet, { cells, texts, font: 'plain' })
    if (ensureSpace(sheet, height)) drawRow(sheet, { cells, texts: head, font: 'bold', height: headHeight })
    drawRow(sheet, { cells, texts, font: 'plain', height: Math.min(height, contentBottom(sheet) - sheet.y) })
  }
  if (rows.length === 0 && empty) {
    sheet.font('plain').fontSize(SIZES.body).fillColor(COLOURS.soft)
    sheet.text(empty, MARGIN + PADDING, sheet.y + PADDING, { width: contentWidth(sheet) - 2 * PADDING })
  }
  sheet.x = MARGIN
  sheet.y += 14
}

interface Cell {
  x: number
  width: number
  align: 'left' | 'right'
}

interface TableLine {
  cells: readonly Cell[]
  texts: readonly string[]
  font: 'plain' | 'bold'
}

function layoutCells(sheet: Sheet, columns: readonly TableColumn[]): Cell[] {
  const totalShare = columns.reduce((sum, { share }) => sum + share, 0)
  let x = MARGIN
  return columns.map(({ share, align }) => {
    const width = (contentWidth(sheet) * share) / totalShare
    const cell: Cell = { x: x + PADDING, width: Math.max(MIN_WIDTH, width - 2 * PADDING), align: align ?? 'left' }
    x += width
    return cell
  })
}

const fontSizeFor = (font: TableLine['font']) => (font === 'bold' ? SIZES.small : SIZES.body - 0.5)

function rowHeight(sheet: Sheet, { cells, texts, font }: TableLine): number {
  sheet.font(font).fontSize(fontSizeFor(font))
  const heights = cells.map(({ width }, index) => sheet.heightOfString(texts[index] ?? '', { width }))
  return Math.max(...heights, sheet.currentLineHeight()) + 2 * PADDING
}

function drawRow(sheet: Sheet, { cells, texts, font, height }: TableLine & { height: number }): void {
  const top = sheet.y
  const right = MARGIN + contentWidth(sheet)
  if (font === 'bold') sheet.rect(MARGIN, top, right - MARGIN, height).fill(COLOURS.fill)
  sheet.font(font).fontSize(fontSizeFor(font)).fillColor(COLOURS.ink)
  cells.forEach(({ x, width, align }, index) => {
    sheet.text(texts[index] ?? '', x, top + PADDING, { width, align, height: height - PADDING, ellipsis: true })
  })
  const line = top + height
  sheet.moveTo(MARGIN, line).lineTo(right, line).lineWidth(0.5).strokeColor(COLOURS.line).stroke()
  sheet.y = line
}
