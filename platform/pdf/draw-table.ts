import type { TableBlock, TableColumn } from './paper.ts'
import { COLOURS, contentBottom, contentWidth, ensureSpace, MARGIN, type Sheet, SIZES, truncated } from './sheet.ts'

const PADDING = 5
const MIN_WIDTH = 24

/** Rows are never split across pages, and the header row is repeated on every page. */
export function drawTable(sheet: Sheet, { columns, rows, carried, empty }: TableBlock): void {
  const cells = layoutCells(sheet, columns)
  const head = columns.map(({ title }) => title)
  const headHeight = rowHeight(sheet, { cells, texts: head, font: 'bold' })
  const drawHead = () => drawRow(sheet, { cells, texts: head, font: 'bold', height: headHeight })
  const drawCarried = (title: string, amounts: readonly string[]) => {
    const texts = columns.map((_, at) => amounts[at - columns.length + amounts.length] ?? '')
    const filled = texts.with(
      texts.findLastIndex((_, at) => at < columns.length - amounts.length),
      title,
    )
    drawRow(sheet, { cells, texts: filled, font: 'bold', height: headHeight })
  }
  // Keeps the header row on the same page as the first row.
  ensureSpace(sheet, headHeight + 24)
  drawHead()
  rows.forEach((row, index) => {
    const texts = row.map(truncated)
    const height = rowHeight(sheet, { cells, texts, font: 'plain' })
    const former = carried?.amounts[index - 1]
    const reserved = carried && index < rows.length - 1 ? headHeight : 0
    if (carried && former && sheet.y + height + reserved > contentBottom(sheet)) {
      drawCarried(carried.forward, former)
      ensureSpace(sheet, contentBottom(sheet))
      drawHead()
      drawCarried(carried.brought, former)
    } else if (ensureSpace(sheet, height)) drawHead()
    drawRow(sheet, { cells, texts, font: 'plain', height: Math.min(height, contentBottom(sheet) - sheet.y) })
  })
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

/** The width of a text that needs one line only; null for longer ones. Breaking texts into lines is slow. */
function lineWidth(sheet: Sheet, text: string, { width, options }: { width: number; options: object }): number | null {
  if (text.includes('\n')) return null
  const needed = sheet.widthOfString(text, options)
  return needed <= width ? needed : null
}

/**
 * The font engine keeps the glyphs of each word for good, unless features are named. Thousands of amounts are as many
 * words, which rarely occur again.
 */
const UNCACHED = { features: [] }

const textOptions = (cell: Cell, text: string) => (isAmount(cell, text) ? UNCACHED : {})

/** An amount is one word, which a narrow column would break inside its digits: it is written smaller instead. */
function isAmount({ align }: Cell, text: string): boolean {
  return align === 'right' && !text.includes(' ') && !text.includes('\n')
}

function rowHeight(sheet: Sheet, { cells, texts, font }: TableLine): number {
  sheet.font(font).fontSize(fontSizeFor(font))
  const heights = cells.map((cell, index) => {
    const text = texts[index] ?? ''
    const isOneLine = isAmount(cell, text) || lineWidth(sheet, text, { width: cell.width, options: {} }) !== null
    return isOneLine ? 0 : sheet.heightOfString(text, { width: cell.width })
  })
  return Math.max(...heights, sheet.currentLineHeight()) + 2 * PADDING
}

function drawRow(sheet: Sheet, { cells, texts, font, height }: TableLine & { height: number }): void {
  const top = sheet.y
  const right = MARGIN + contentWidth(sheet)
  if (font === 'bold') sheet.rect(MARGIN, top, right - MARGIN, height).fill(COLOURS.fill)
  sheet.font(font).fontSize(fontSizeFor(font)).fillColor(COLOURS.ink)
  cells.forEach((cell, index) => {
    drawCell(sheet, { cell, text: texts[index] ?? '', y: top + PADDING, height: height - PADDING, font })
  })
  const line = top + height
  sheet.moveTo(MARGIN, line).lineTo(right, line).lineWidth(0.5).strokeColor(COLOURS.line).stroke()
  sheet.y = line
}

interface CellText {
  cell: Cell
  text: string
  y: number
  height: number
  font: TableLine['font']
}

function drawCell(sheet: Sheet, { cell, text, y, height, font }: CellText): void {
  if (text === '') return
  const { x, width, align } = cell
  const inset = (needed: number) => (align === 'right' ? width - needed : 0)
  const options = textOptions(cell, text)
  const needed = lineWidth(sheet, text, { width, options })
  if (needed !== null) {
    sheet.text(text, x + inset(needed), y, { lineBreak: false, ...options })
    return
  }
  if (!isAmount(cell, text)) {
    sheet.text(text, x, y, { width, align, height, ellipsis: true })
    return
  }
  const size = fontSizeFor(font)
  sheet.fontSize((size * width) / sheet.widthOfString(text, options))
  sheet.text(text, x + inset(width), y, { lineBreak: false, ...options })
  sheet.fontSize(size)
}
