import { brandMark } from '#domain/brand/brand-mark.ts'
import type { DocumentPaper } from '#domain/receipts/paper.ts'
import type { Block, Logo, Paper, TableColumn } from '#platform/pdf/paper.ts'

/** Lays out a receipt, an invoice, a credit note or a statement for rendering. */
export function documentPaper(paper: DocumentPaper, issuedAt: Date): Paper {
  const parties = paper.parties.map(({ title, party }) => ({ title, lines: [party.name, ...party.lines] }))
  const blocks: Block[] = [
    { kind: 'columns', columns: parties },
    { kind: 'facts', rows: paper.rows },
    ...(paper.tables ?? []).flatMap(({ title, columns, lines, empty }): Block[] => [
      { kind: 'heading', text: title },
      { kind: 'table', columns: tableColumns(columns), rows: lines, empty },
    ]),
    ...(paper.linesTitle ? [{ kind: 'heading', text: paper.linesTitle } satisfies Block] : []),
    {
      kind: 'table',
      columns: tableColumns(paper.columns),
      rows: paper.lines,
      ...(paper.carried && { carried: paper.carried }),
      ...(paper.empty && { empty: paper.empty }),
    },
    { kind: 'sums', rows: paper.sums },
    ...paper.notes.map((text): Block => ({ kind: 'text', text, tone: 'soft' })),
  ]
  return {
    title: paper.title,
    subtitle: paper.issuedText,
    issuer: { name: paper.market.name, lines: paper.market.lines, mark },
    subject: `${paper.kindText} for ${paper.parties.at(-1)?.party.name ?? ''}`,
    language: 'en-NG',
    issuedAt,
    footer: `${paper.market.name}. ${paper.title}`,
    blocks,
  }
}

const tableColumns = (columns: DocumentPaper['columns']): TableColumn[] =>
  columns.map(({ title, share, isAmount }) => ({ title, share, ...(isAmount && { align: 'right' }) }))

/** Returns the SVG path of a circle. */
const circlePath = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`

const INK = '#1d1a16'
const OIL = '#f2a11b'

const mark: Logo = {
  box: brandMark.viewBox,
  width: 92,
  shapes: [
    { path: brandMark.letters, stroke: OIL, strokeWidth: brandMark.strokeWidth, shift: [5, 4] },
    { path: brandMark.letters, stroke: INK, strokeWidth: brandMark.strokeWidth },
    { path: brandMark.dots, fill: '#b42b1b' },
    { path: circlePath(107, 41, 24.5), fill: OIL },
    { path: circlePath(103, 37, 24.5), fill: INK },
    { path: circlePath(103, 37, 21), fill: '#2f55a8' },
    { path: circlePath(103, 37, 14), fill: '#fffdf7' },
    { path: brandMark.pepper, fill: '#d8402a' },
  ],
}
