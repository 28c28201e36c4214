import pg from 'pg'
import type { Database, Identity } from '#platform/postgres/database.ts'
import type { TableName, WatchableTable } from './columns.ts'

interface RowsToRead extends TableName {
  readable: WatchableTable
  keys: Record<string, unknown>[]
}

const TIMEOUT_MS = 2_000

/** Reads the rows visible to the identity, by `rowId`. */
export async function readRows(
  database: Database,
  identity: Identity,
  { schema, table, readable, keys }: RowsToRead,
): Promise<Map<string, Record<string, unknown>>> {
  const name = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(table)}`
  const list = (columns: string[]) => columns.map((column) => pg.escapeIdentifier(column)).join(', ')
  const keyList = list(readable.keyColumns)
  const sql = `
    select row_to_json(r) as row from (
      select ${list(readable.columns.map((column) => column.name))} from ${name}
      where (${keyList}) in (select ${keyList} from json_populate_recordset(null::${name}, $1::json))) r`
  const options = { readOnly: true, statementTimeoutMs: TIMEOUT_MS }
  const { rows } = await database.as(
    identity,
    (tx) => tx.query<{ row: Record<string, unknown> }>(sql, [JSON.stringify(keys)]),
    options,
  )
  return new Map(rows.map(({ row }) => [rowId(pick(row, readable.keyColumns)), row]))
}

/** A row's id, independent of the order of its key columns. */
export function rowId(key: Record<string, unknown>): string {
  return JSON.stringify(Object.entries(key).sort(([one], [other]) => (one < other ? -1 : 1)))
}

export function pick(row: Record<string, unknown>, columns: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(columns.filter((column) => column in row).map((column) => [column, row[column]]))
}
