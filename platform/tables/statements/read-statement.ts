import { whereSql } from './condition-sql.ts'
import type { ReadNode } from './plan-read.ts'
import { selectSql } from './select-sql.ts'
import { isAggregated } from './spread-sql.ts'
import { Bindings, type BoundStatement, qualified } from './statement.ts'

/** Format of the response body; `none` for HEAD and minimal writes; text, XML and bytes for a function's one value. */
export interface BodyForm {
  kind: 'array' | 'object' | 'csv' | 'none' | 'text' | 'xml' | 'binary'
  stripNulls: boolean
}

type CountKind = 'exact' | 'planned' | 'estimated' | undefined

export interface ReadOptions {
  form: BodyForm
  count: CountKind
  maxRows: number
  maxCountedRows: number
  maxAnswerBytes: number
}

/** The one row that every statement returns. */
export interface ResultRow {
  body: string
  /** Rows in the body. */
  page: number
  /** Rows without limit and offset. */
  total?: string
  /** Rows written. */
  affected?: number
  /** Rows that an upsert found and changed. */
  updated?: string
  response_status?: string | null
  response_headers?: string | null
}

/** A body above the limit is null, so that it never leaves the database. */
export function readStatement(node: ReadNode, options: ReadOptions): BoundStatement {
  const { form, count, maxRows, maxCountedRows, maxAnswerBytes } = options
  const bindings = new Bindings()
  const page = selectSql(node, bindings, { maxRows })
  const columns = bodyColumns(form)
  const total = (counted: string) => columns.push(`(${totalSql(node, bindings, { maxRows, counted })})::text as total`)
  if (count === 'exact') total(countSql(node, bindings))
  if (count === 'estimated') total(boundedCountSql(node, bindings, maxCountedRows + 1))
  const withTotal = columns.length > 2 ? ', r.total' : ''
  const whole = `select ${columns.join(', ')} from (${page}) as p`
  const body = `case when octet_length(r.body) <= ${maxAnswerBytes} then r.body end as body`
  const text = `select ${body}, r.page${withTotal} from (${whole}) as r`
  return { text, values: bindings.values, isLong: (node.limit ?? 0) >= LONG_ROWS }
}

/**
 * A client that requests this many rows reads a list from end to end in batches. A generic plan would assume that the
 * remainder is short, and read all of it for each batch.
 */
const LONG_ROWS = 500

/** For planned counts: the planner's estimate, from `explain (format json)`. */
export function plannedCountStatement(node: ReadNode): BoundStatement {
  const bindings = new Bindings()
  const rows = rowsSql(node, bindings)
  return { text: `explain (format json) ${rows}`, values: bindings.values }
}

/** Body and row count over `p`, the page; PostgreSQL makes the JSON and CSV. */
export function bodyColumns({ kind, stripNulls }: BodyForm, page = 'p'): string[] {
  const row = stripNulls ? `json_strip_nulls(row_to_json(${page}))` : `row_to_json(${page})`
  const bodies: Record<Exclude<BodyForm['kind'], 'text' | 'xml' | 'binary'>, string> = {
    array: stripNulls ? `coalesce(json_agg(${row}), '[]')::text` : `coalesce(json_agg(${page}), '[]')::text`,
    object: `coalesce(string_agg(${row}::text, ','), '')`,
    csv: csvSql(page),
    none: `''`,
  }
  const body = kind in bodies ? bodies[kind as keyof typeof bodies] : `''`
  return [`${body} as body`, 'count(*)::int4 as page']
}

/** A header line from the first row's keys, quoted where they need it, then the rows in PostgreSQL's record format. */
function csvSql(page: string): string {
  const keys = `(array_agg(row_to_json(${page})))[1]`
  const name = `case when k ~ '[",\\r\\n]' then '"' || replace(k, '"', '""') || '"' else k end`
  const header = `(select string_agg(${name}, ',') from json_object_keys(${keys}) as k)`
  const line = `substring(${page}::text, 2, length(${page}::text) - 2)`
  return `coalesce(${header} || E'\\n' || string_agg(${line}, E'\\n'), '')`
}

/** Rows without limit and offset. A page that is not full ends the list: then nothing is counted a second time. */
function totalSql(
  { limit, offset }: ReadNode,
  bindings: Bindings,
  { maxRows, counted }: { maxRows: number; counted: string },
): string {
  const size = Math.min(limit ?? maxRows, maxRows)
  const [isLast, before] = offset
    ? [`count(*) between 1 and ${size - 1}`, ` + ${bindings.bind(String(offset))}::int8`]
    : [`count(*) < ${size}`, '']
  return `case when ${isLast} then count(*)${before} else (${counted}) end`
}

function countSql(node: ReadNode, bindings: Bindings): string {
  if (isAggregated(node)) return `select count(*) from (${unlimited(node, bindings)}) as c`
  return rowsSql(node, bindings).replace(/^select /, 'select count(*) ')
}

function boundedCountSql(node: ReadNode, bindings: Bindings, limit: number): string {
  const rows = isAggregated(node) ? unlimited(node, bindings) : rowsSql(node, bindings)
  return `select count(*) from (${rows} limit ${limit}) as c`
}

function rowsSql(node: ReadNode, bindings: Bindings): string {
  const where = whereSql(node, bindings)
  const from = `${qualified(node.table)} as ${node.alias}`
  return `select from ${from}${where.length > 0 ? ` where ${where.join(' and ')}` : ''}`
}

function unlimited(node: ReadNode, bindings: Bindings): string {
  const whole = { ...node, limit: undefined, offset: undefined, order: [] }
  return selectSql(whole, bindings, { maxRows: undefined })
}
