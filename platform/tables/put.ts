import type { Table } from './catalogue/schema.ts'
import { keyDiffers, keyFiltersMissing, pageImpossible, upsertImpossible } from './errors/errors.ts'
import { type Exchange, interceptorsOf } from './exchange.ts'
import { soleEquality } from './interceptors.ts'
import type { ParsedQuery } from './parsing/parse-query.ts'
import { isRow, type Row } from './payload.ts'

/**
 * The query of a PUT without the key, which is in the row as well. Throws PGRST105 unless the address names the whole key and
 * nothing else, PGRST114 for a page, PGRST115 if the row has another key, and PGRST127 for tables whose rows are acts.
 */
export function withoutKey(exchange: Exchange, put: { table: Table; query: ParsedQuery; rows: Row[] }): ParsedQuery {
  const { table, query, rows } = put
  if (table.actsOnInsert || interceptorsOf(exchange).some(({ table: name }) => name === table.name))
    throw upsertImpossible(table.name)
  const [level, ...others] = query.levels
  if (level?.limit !== undefined || level?.offset !== undefined) throw pageImpossible()
  const key = new Map<string, string>()
  for (const condition of level?.conditions ?? []) {
    const name = condition.kind === 'filter' ? condition.field.name : ''
    const value = soleEquality([condition], name)
    if (value === undefined || key.has(name)) throw keyFiltersMissing()
    key.set(name, value)
  }
  const isWhole = table.primaryKey.length > 0 && table.primaryKey.every((name) => key.has(name))
  if (!isWhole || key.size !== table.primaryKey.length || others.some(({ conditions }) => conditions.length > 0))
    throw keyFiltersMissing()
  const [row, ...more] = rows
  if (!isRow(row) || more.length > 0 || ![...key].every(([name, value]) => isSame(row[name], value))) throw keyDiffers()
  return { ...query, levels: level ? [{ ...level, conditions: [] }, ...others] : [] }
}

/** As texts: UUIDs are the only keys with capital letters that mean the same. */
function isSame(sent: unknown, value: string): boolean {
  return (typeof sent === 'string' || typeof sent === 'number') && String(sent).toLowerCase() === value.toLowerCase()
}
