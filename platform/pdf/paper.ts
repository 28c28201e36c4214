/** The contents of a printable document, as data: equal papers give identical PDF bytes. */
export interface Paper {
  /** Title of the document and heading of its first page. */
  title: string
  /** Shown at the top right. */
  issuer: { name: string; lines: readonly string[]; mark?: Logo }
  /** One line under the title. */
  subtitle?: string
  subject: string
  /** BCP 47, for screen readers. */
  language: string
  issuedAt: Date
  blocks: readonly Block[]
  /** On every page, next to its number. */
  footer: string
}

export type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'text'; text: string; tone?: 'soft' }
  /** Parties side by side, each with a title and lines. */
  | { kind: 'columns'; columns: readonly { title: string; lines: readonly string[] }[] }
  /** Label and value pairs. */
  | { kind: 'facts'; rows: readonly (readonly [label: string, value: string])[] }
  | TableBlock
  /** Amounts right-aligned in a column; totals are bold. */
  | { kind: 'sums'; rows: readonly { label: string; amount: string; isTotal?: boolean }[] }

export interface TableBlock {
  kind: 'table'
  columns: readonly TableColumn[]
  rows: readonly (readonly string[])[]
  /**
   * Amounts after each row, for the last columns: on a row at the end of a page and the beginning of the next one, under
   * these titles.
   */
  carried?: { forward: string; brought: string; amounts: readonly (readonly string[])[] }
  /** Text shown if there are no rows. */
  empty?: string
}

export interface TableColumn {
  title: string
  /** Relative width. */
  share: number
  align?: 'right'
}

/** A logo above the issuer's name, made of SVG paths. */
export interface Logo {
  /** View box: x, y, width and height. */
  box: readonly [number, number, number, number]
  width: number
  shapes: readonly LogoShape[]
}

interface LogoShape {
  path: string
  fill?: string
  stroke?: string
  strokeWidth?: number
  shift?: readonly [number, number]
}
