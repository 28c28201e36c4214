import type { Column, Table } from '../catalogue/schema.ts'
import { unknownColumnInBody } from '../errors/errors.ts'
import { whereSql } from './condition-sql.ts'
import { columnSql, computedColumns } from './field-sql.ts'
import type { ReadNode } from './plan-read.ts'
import type { BodyForm } from './read-statement.ts'
import { bodyColumns } from './read-statement.ts'
import { selectSql } from './select-sql.ts'
import { Bindings, type BoundStatement, qualified, quoted } from './statement.ts'

export interface Payload {
  /** JSON text of an array of objects. */
  json: string
  rows: number
  columns: string[]
  /** Missing keys take the column's default instead of null. */
  missingIsDefault: boolean
}

export interface Upsert {
  conflict: string[]
  resolution: 'merge-duplicates' | 'ignore-duplicates'
}

export type Write =
  | { kind: 'insert'; payload: Payload; upsert: Upsert | undefined }
  | { kind: 'update'; payload: Payload }
  | { kind: 'delete' }

/**
 * One statement: the write as a common table expression, and around it the page of the answer, read from what the write
 * returned. Throws PGRST204 for an unknown column in the payload.
 */
export function writeStatement(node: ReadNode, write: Write, form: BodyForm): BoundStatement {
  const bindings = new Bindings()
  const returned = form.kind === 'none' ? ['1'] : returnedColumns(node)
  const changes = changeSql(node, write, bindings)
  const page = form.kind === 'none' ? 'select from written' : pageSql(node, bindings)
  const columns = [
    ...bodyColumns(form),
    '(select count(*) from written)::int4 as affected',
    `current_setting('tables.updated', true) as updated`,
    `current_setting('response.status', true) as response_status`,
    `current_setting('response.headers', true) as response_headers`,
  ]
  const text = `with written as (${changes} returning ${returned.join(', ')}) select ${columns.join(', ')} from (${page}) as p`
  return { text, values: bindings.values }
}

function pageSql(node: ReadNode, bindings: Bindings): string {
  // The write has already applied the filters; limit and offset would only hide rows it wrote.
  const outer = { ...node, isMaterialised: true, conditions: [], limit: undefined, offset: undefined }
  return selectSql(outer, bindings, { from: `written as ${node.alias}`, maxRows: undefined })
}

/** Returns only the columns that the response needs, because returning a column requires permission to read it. */
function returnedColumns(node: ReadNode): string[] {
  const names = new Set<string>()
  if (node.hasStar) for (const name of node.table.columns.keys()) names.add(name)
  for (const { field } of node.columns) if (field) names.add(field.name)
  for (const { relation, field } of node.order)
    if (relation === undefined && field.name !== 'count') names.add(field.name)
  for (const { relationship } of node.embeds) for (const [here] of relationship.pairs) names.add(here)
  const stored = [...names].filter((name) => node.table.columns.has(name) || !node.table.computed.has(name))
  const returned = [...stored.map((name) => columnSql(node, name)), ...computedColumns({ ...node, conditions: [] })]
  return returned.length > 0 ? returned : ['1']
}

function changeSql(node: ReadNode, write: Write, bindings: Bindings): string {
  const target = `${qualified(node.table)} as ${node.alias}`
  if (write.kind === 'insert') return insertSql(node, write, bindings)
  const where = whereSql(node, bindings).join(' and ') || 'true'
  if (write.kind === 'delete') return `delete from ${target} where ${where}`
  const columns = payloadColumns(node.table, write.payload)
  const set = columns.map(({ name }) => `${quoted(name)} = b.${quoted(name)}`)
  return `update ${target} set ${set.join(', ')} from ${recordsSql(write.payload, columns, bindings)} where ${where}`
}

function insertSql(
  node: ReadNode,
  { payload, upsert }: { payload: Payload; upsert: Upsert | undefined },
  bindings: Bindings,
): string {
  const target = `insert into ${qualified(node.table)} as ${node.alias}`
  const columns = payloadColumns(node.table, payload)
  const names = columns.map(({ name }) => quoted(name))
  if (columns.length === 0) {
    return payload.rows === 1
      ? `${target} default values`
      : `${target} select from json_to_recordset('[]') as b(x int4)`
  }
  const values = names.map((name) => `b.${name}`)
  const source = `select ${values.join(', ')} from ${recordsSql(payload, columns, bindings)}`
  return `${target} (${names.join(', ')}) ${source}${upsert ? conflictSql(node.table, upsert, columns) : ''}`
}

function payloadColumns(table: Table, payload: Payload): Column[] {
  return payload.columns.map((name) => {
    const column = table.columns.get(name)
    if (!column) throw unknownColumnInBody(name, table.name)
    return column
  })
}

/** The payload as typed rows `b`. */
function recordsSql(payload: Payload, columns: Column[], bindings: Bindings): string {
  const shape = columns.map(({ name, type }) => `${quoted(name)} ${type}`).join(', ')
  const body = bindings.bind(payload.json)
  const defaults = payload.missingIsDefault ? columns.filter((column) => column.default !== null) : []
  if (defaults.length === 0) return `json_to_recordset(${body}::json) as b(${shape})`
  const filled = defaults.map((column) => `${literal(column.name)}, ${column.default}`)
  const rows = `select coalesce(jsonb_agg(jsonb_build_object(${filled.join(', ')}) || e), '[]') from jsonb_array_elements(${body}::jsonb) as e`
  return `jsonb_to_recordset((${rows})) as b(${shape})`
}

function conflictSql(table: Table, { conflict, resolution }: Upsert, columns: Column[]): string {
  for (const name of conflict) if (!table.columns.has(name)) throw unknownColumnInBody(name, table.name)
  const target = `(${conflict.map(quoted).join(', ')})`
  if (resolution === 'ignore-duplicates') return ` on conflict ${conflict.length > 0 ? target : ''} do nothing`
  if (conflict.length === 0) return ''
  const others = columns.filter(({ name }) => !conflict.includes(name))
  const changed = others.length > 0 ? others : columns
  const set = changed.map(({ name }) => `${quoted(name)} = excluded.${quoted(name)}`)
  // Counts the existing rows without reading a system column, which would require a right to the whole table.
  const count = `set_config('tables.updated', (coalesce(nullif(current_setting('tables.updated', true), ''), '0')::int4 + 1)::text, true)`
  return ` on conflict ${target} do update set ${set.join(', ')} where ${count} is not null`
}

const literal = (name: string): string => `'${name.replaceAll("'", "''")}'`
