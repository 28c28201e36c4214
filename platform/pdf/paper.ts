/** What stands on paper, as data: the same paper always gives the same bytes. */
export interface Paper {
  /** The name that a reader's window shows, and the heading of the first page. */
  title: string
  /** Next to the title, on the right: who issues this. */
  issuer: { name: string; lines: readonly string[]; mark?: Mark }
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
  /** Parties next to each other: each a title with lines. */
  | { kind: 'columns'; columns: readonly { title: string; lines: readonly string[] }[] }
  /** Labels with what they say. */
  | { kind: 'facts'; rows: readonly (readonly [label: string, value: string])[] }
  | Table
  /** Amounts under each other at the right edge; a row in bold is a total. */
  | { kind: 'sums'; rows: readonly { label: string; amount: string; isTotal?: boolean }[] }

export interface Table {
  kind: 'table'
  columns: readonly Column[]
  rows: readonly (readonly string[])[]
  /** Said in place of rows. */
  empty?: string
}

export interface Column {
  title: string
  /** Its part of the paper's width, against the other columns. */
  share: number
  align?: 'right'
}

/** A drawing above the issuer's name, from paths as SVG has them. */
export interface Mark {
  /** x, y, width and height of what is seen. */
  box: readonly [number, number, number, number]
  width: number
  shapes: readonly Shape[]
}

interface Shape {
  path: string
  fill?: string
  stroke?: string
  strokeWidth?: number
  shift?: readonly [number, number]
}
