import { drawTable } from './draw-table.ts'
import type { Block } from './paper.ts'
import { COLOURS, contentWidth, ensureSpace, MARGIN, type Sheet, SIZES, truncated } from './sheet.ts'

/** Draws a block at the current position and leaves its own space below. */
export function drawBlock(sheet: Sheet, block: Block): void {
  if (block.kind === 'heading') drawHeading(sheet, block.text)
  else if (block.kind === 'text') drawText(sheet, block)
  else if (block.kind === 'columns') drawColumns(sheet, block.columns)
  else if (block.kind === 'facts') drawFacts(sheet, block.rows)
  else if (block.kind === 'sums') drawSums(sheet, block.rows)
  else drawTable(sheet, block)
}

function drawHeading(sheet: Sheet, text: string): void {
  // Keeps a heading on the same page as the text that follows it.
  ensureSpace(sheet, 72)
  sheet.font('bold').fontSize(SIZES.large).fillColor(COLOURS.ink)
  sheet.text(text, MARGIN, sheet.y + 6, { width: contentWidth(sheet) })
  sheet.y += 6
}

function drawText(sheet: Sheet, { text, tone }: { text: string; tone?: 'soft' }): void {
  const takeFont = () => sheet.font('plain').fontSize(tone ? SIZES.small : SIZES.body)
  const options = { width: contentWidth(sheet), lineGap: 2 }
  ensureSpace(sheet, Math.min(takeFont().heightOfString(text, options), 200))
  takeFont()
  sheet.fillColor(tone ? COLOURS.soft : COLOURS.ink).text(text, MARGIN, sheet.y, options)
  sheet.y += 10
}

function drawColumns(sheet: Sheet, columns: readonly { title: string; lines: readonly string[] }[]): void {
  const gap = 24
  const width = (contentWidth(sheet) - gap * (columns.length - 1)) / columns.length
  const draw = (isVisible: boolean, top: number) => {
    const ends = columns.map(({ title, lines }, index) => {
      const x = MARGIN + index * (width + gap)
      let y = top
      const writeLine = (fullText: string, font: 'plain' | 'bold', size: number, colour: string) => {
        const text = truncated(fullText)
        sheet.font(font).fontSize(size).fillColor(colour)
        if (isVisible) sheet.text(text, x, y, { width, lineGap: 1.5 })
        y += isVisible ? sheet.y - y : sheet.heightOfString(text, { width, lineGap: 1.5 })
      }
      writeLine(title, 'plain', SIZES.small, COLOURS.soft)
      lines.forEach((line, index) => {
        writeLine(line, index === 0 ? 'bold' : 'plain', SIZES.body, COLOURS.ink)
      })
      return y
    })
    return Math.max(...ends)
  }
  ensureSpace(sheet, draw(false, 0))
  sheet.y = draw(true, sheet.y) + 16
}

const LABEL_WIDTH = 150

function drawFacts(sheet: Sheet, rows: readonly (readonly [string, string])[]): void {
  for (const [label, fullText] of rows) {
    const value = truncated(fullText)
    const width = contentWidth(sheet) - LABEL_WIDTH
    sheet.font('plain').fontSize(SIZES.body)
    ensureSpace(
      sheet,
      Math.max(sheet.heightOfString(value, { width }), sheet.heightOfString(label, { width: LABEL_WIDTH - 8 })),
    )
    const top = sheet.y
    sheet.font('plain').fontSize(SIZES.body)
    sheet.fillColor(COLOURS.soft).text(label, MARGIN, top, { width: LABEL_WIDTH - 8 })
    const end = sheet.y
    sheet.fillColor(COLOURS.ink).text(value, MARGIN + LABEL_WIDTH, top, { width })
    sheet.y = Math.max(end, sheet.y) + 4
  }
  sheet.y += 12
}

/** The padding of table cells, so that amounts line up with those in tables. */
const SUMS_INSET = 5
const SUMS_WIDTH = 290
const AMOUNT_WIDTH = 120

function drawSums(sheet: Sheet, rows: readonly { label: string; amount: string; isTotal?: boolean }[]): void {
  const right = MARGIN + contentWidth(sheet)
  const left = right - SUMS_WIDTH
  for (const { label, amount, isTotal } of rows) {
    const takeFont = () => sheet.font(isTotal ? 'bold' : 'plain').fontSize(isTotal ? SIZES.body + 1.5 : SIZES.body)
    const width = SUMS_WIDTH - AMOUNT_WIDTH - 8
    ensureSpace(sheet, takeFont().heightOfString(label, { width }) + 14)
    takeFont()
    if (isTotal) {
      const line = sheet.y + 1
      sheet.moveTo(left, line).lineTo(right, line).lineWidth(1).strokeColor(COLOURS.ink).stroke()
      sheet.y += 8
    }
    const top = sheet.y
    sheet.fillColor(isTotal ? COLOURS.ink : COLOURS.soft).text(label, left, top, { width })
    const end = sheet.y
    sheet
      .fillColor(COLOURS.ink)
      .text(amount, right - AMOUNT_WIDTH - SUMS_INSET, top, { width: AMOUNT_WIDTH, align: 'right' })
    sheet.y = Math.max(end, sheet.y) + 5
  }
  sheet.y += 14
}
