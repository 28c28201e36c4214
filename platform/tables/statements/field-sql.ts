import { undefinedColumn } from '../errors/errors.ts'
import type { Field } from '../parsing/parse-field.ts'
import type { Condition } from '../parsing/parse-filters.ts'
import type { ReadNode } from './plan-read.ts'
import { type Bindings, qualified, quoted } from './statement.ts'

/** A column, a computed column or a JSON path, as SQL. Throws 42703 for a column that the catalogue lacks. */
export function fieldSql(node: ReadNode, field: Field, bindings: Bindings): string {
  const base = columnSql(node, field.name)
  if (field.path.length === 0) return base
  const type = node.table.columns.get(field.name)?.type
  let sql = type === 'json' || type === 'jsonb' ? base : `to_jsonb(${base})`
  for (const { arrow, key } of field.path) {
    sql = `${sql}${arrow}${bindings.bind(String(key))}::${typeof key === 'number' ? 'int4' : 'text'}`
  }
  return `(${sql})`
}

export function columnSql(node: ReadNode, name: string): string {
  if (node.table.columns.has(name)) return `${node.alias}.${quoted(name)}`
  if (!node.table.computed.has(name)) throw undefinedColumn(node.table.name, name)
  if (node.isMaterialised) return `${node.alias}.${quoted(name)}`
  return `${qualified({ schema: node.table.schema, name })}(${node.alias})`
}

/** Column of a materialised source that holds the whole row, for functions that take it. */
const WHOLE_ROW = 'tables.row'

/** The whole row, with its row type. */
export function rowSql({ alias, isMaterialised }: ReadNode): string {
  return isMaterialised ? `${alias}.${quoted(WHOLE_ROW)}` : alias
}

/**
 * Other than the columns of the table: what a materialised source must hold for the select, the filters and the order
 * of a level.
 */
export function computedColumns(node: ReadNode): string[] {
  const fields = [
    ...node.columns.flatMap(({ field }) => field ?? []),
    ...node.conditions.flatMap(fieldsOf),
    ...node.order.flatMap(({ relation, field }) => (relation === undefined ? field : [])),
  ]
  const names = fields.map(({ name }) => name)
  const computed = names.filter((name) => !node.table.columns.has(name) && node.table.computed.has(name))
  const whole = node.embeds.some(({ relationship }) => relationship.computedBy !== undefined)
  const columns = [...new Set(computed)].map((name) => `${columnSql(node, name)} as ${quoted(name)}`)
  return whole ? [...columns, `${node.alias} as ${quoted(WHOLE_ROW)}`] : columns
}

const fieldsOf = (condition: Condition): Field[] =>
  condition.kind === 'tree' ? condition.conditions.flatMap(fieldsOf) : [condition.field]

/** The column's type, or undefined for a computed column. */
export function typeOf(node: ReadNode, field: Field): string | undefined {
  return field.path.length === 0 ? node.table.columns.get(field.name)?.type : undefined
}
