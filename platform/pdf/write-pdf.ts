import { Readable } from 'node:stream'
import { drawBlock } from './draw-block.ts'
import type { Logo, Paper } from './paper.ts'
import { COLOURS, contentBottom, contentWidth, FONTS, MARGIN, type Sheet, SIZES } from './sheet.ts'

/** Renders a paper as a PDF with embedded fonts, so that every currency sign shows on every machine. */
export async function writePdf(paper: Paper): Promise<ReadableStream<Uint8Array>> {
  // Imported on first use: the font engine takes about 20 MB, which many processes never need.
  const { default: PDFDocument } = await import('pdfkit')
  const isLong = paper.blocks.some((block) => block.kind === 'table' && block.rows.length > MAX_BUFFERED_ROWS)
  const sheet = new PDFDocument({
    size: 'A4',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN + FOOTER_HEIGHT },
    // Footers need the page count ("2 of 3"). A page takes a quarter of a megabyte, so long papers do without it.
    bufferPages: !isLong,
    pdfVersion: '1.7',
    lang: paper.language,
    displayTitle: true,
    // None: a default font that is registered as well would be read and parsed again for each text.
    font: '',
    info: {
      Title: paper.title,
      Author: paper.issuer.name,
      Subject: paper.subject,
      Creator: paper.issuer.name,
      Producer: paper.issuer.name,
      CreationDate: paper.issuedAt,
      ModDate: paper.issuedAt,
    },
  })
  sheet.registerFont('plain', FONTS.plain)
  sheet.registerFont('bold', FONTS.bold)
  const bytes = Readable.toWeb(sheet as unknown as Readable) as ReadableStream<Uint8Array>
  if (isLong) numberPagesAsTheyBegin(sheet, paper.footer)
  drawHeader(sheet, paper)
  for (const block of paper.blocks) drawBlock(sheet, block)
  if (!isLong) drawFooters(sheet, paper.footer)
  sheet.end()
  return bytes
}

const MAX_BUFFERED_ROWS = 2_000

const FOOTER_HEIGHT = 24

/** Draws the title on the left and the issuer on the right, top-aligned, with a rule below. */
function drawHeader(sheet: Sheet, { title, subtitle, issuer }: Paper): void {
  const [top, half] = [MARGIN, contentWidth(sheet) / 2]
  const right = MARGIN + half
  let y = top
  if (issuer.mark) y += drawLogo(sheet, issuer.mark, { right: MARGIN + contentWidth(sheet), y }) + 8
  else {
    sheet.font('bold').fontSize(SIZES.large).fillColor(COLOURS.ink)
    sheet.text(issuer.name, right, y, { width: half, align: 'right' })
    y = sheet.y + 2
  }
  sheet.font('plain').fontSize(SIZES.small).fillColor(COLOURS.soft)
  for (const line of issuer.lines) {
    sheet.text(line, right, y, { width: half, align: 'right', lineGap: 1 })
    y = sheet.y
  }
  sheet.font('bold').fontSize(SIZES.title).fillColor(COLOURS.ink)
  sheet.text(title, MARGIN, top, { width: half - 16 })
  if (subtitle) {
    sheet.font('plain').fontSize(SIZES.body).fillColor(COLOURS.soft)
    sheet.text(subtitle, MARGIN, sheet.y + 2, { width: half - 16 })
  }
  const end = Math.max(y, sheet.y) + 14
  sheet
    .moveTo(MARGIN, end)
    .lineTo(MARGIN + contentWidth(sheet), end)
    .lineWidth(1)
    .strokeColor(COLOURS.ink)
    .stroke()
  sheet.x = MARGIN
  sheet.y = end + 16
}

/** Draws the logo, right-aligned, and returns its height. */
function drawLogo(sheet: Sheet, { box, width, shapes }: Logo, { right, y }: { right: number; y: number }): number {
  const [left, top, boxWidth, boxHeight] = box
  const scale = width / boxWidth
  sheet.save()
  sheet
    .translate(right - width, y)
    .scale(scale)
    .translate(-left, -top)
  for (const { path, fill, stroke, strokeWidth = 1, shift = [0, 0] } of shapes) {
    sheet.save()
    sheet.translate(shift[0], shift[1])
    sheet.path(path)
    if (fill) sheet.fill(fill)
    else
      sheet
        .lineWidth(strokeWidth)
        .lineCap('round')
        .lineJoin('round')
        .stroke(stroke ?? COLOURS.ink)
    sheet.restore()
  }
  sheet.restore()
  return boxHeight * scale
}

function drawFooters(sheet: Sheet, footer: string): void {
  const { start, count } = sheet.bufferedPageRange()
  for (let index = start; index < start + count; index++) {
    sheet.switchToPage(index)
    drawFooter(sheet, footer, `Page ${index - start + 1} of ${count}`)
  }
}

function numberPagesAsTheyBegin(sheet: Sheet, footer: string): void {
  let number = 0
  const begin = () => {
    number += 1
    const { margins } = sheet.page
    const bottom = margins.bottom
    drawFooter(sheet, footer, `Page ${number}`)
    margins.bottom = bottom
    sheet.x = MARGIN
    sheet.y = MARGIN
  }
  begin()
  sheet.on('pageAdded', begin)
}

function drawFooter(sheet: Sheet, footer: string, number: string): void {
  const y = contentBottom(sheet) + 14
  // Text below the bottom margin would start a new page.
  sheet.page.margins.bottom = 0
  sheet.font('plain').fontSize(SIZES.small).fillColor(COLOURS.soft)
  const width = contentWidth(sheet)
  sheet.text(footer, MARGIN, y, { width: width - 90, height: 12, ellipsis: true })
  sheet.text(number, MARGIN + width - 80, y, { width: 80, align: 'right', lineBreak: false })
}
