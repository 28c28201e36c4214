import type pg from 'pg'
import type { Cause } from '#domain/moves.ts'

/** A row as JSON; dates become texts on the way. Keys are column names. */
export type Row = Record<string, unknown>

/** A move that has happened, by the row of `status_changes` that its trigger wrote. */
export interface Dated {
  id: string
  /** The status it led to; each thing has each status once. */
  to: string
  at: Date
}

/** Writes all rows in one statement. The columns are those of the first row; the others keep their defaults. */
export async function insertRows(client: pg.ClientBase, table: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).join(', ')
  if (!columns) return
  await client.query(
    `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
    [JSON.stringify(rows)],
  )
}

/** What the client's next statements move, they move by this cause, until its transaction ends or another is named. */
export async function causedBy(client: pg.ClientBase, cause: Cause): Promise<void> {
  await client.query('select public.caused_by($1)', [cause])
}

/** Lines of `a | b | c` under the names of their columns, for data that reads best as a table. */
export function readTable<Column extends string>(columns: readonly Column[], text: string): Record<Column, string>[] {
  const lines = text.split('\n').filter((line) => line.trim())
  return lines.map((line) => {
    const cells = line.split('|').map((cell) => cell.trim())
    if (cells.length !== columns.length) throw new Error(`Expected ${columns.length} cells: ${line}`)
    return Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ''])) as Record<Column, string>
  })
}
