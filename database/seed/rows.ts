import type pg from 'pg'
import type { Cause } from '#domain/moves.ts'

/** A row as JSON; dates are serialised as text. Keys are column names. */
export type SeedRow = Record<string, unknown>

/** The time of a status change, for the row of `status_changes` that the trigger wrote. */
export interface DatedMove {
  id: string
  /** The new status; each subject has each status at most once. */
  to: string
  at: Date
}

/** Inserts all rows with one statement. The columns are those of the first row; other columns get their defaults. */
export async function insertRows(client: pg.ClientBase, table: string, rows: readonly SeedRow[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).join(', ')
  if (!columns) return
  await client.query(
    `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
    [JSON.stringify(rows)],
  )
}

/** Sets the cause of the client's next status changes, until its transaction ends or another cause is set. */
export async function setCause(client: pg.ClientBase, cause: Cause): Promise<void> {
  await client.query('select public.caused_by($1)', [cause])
}

/** Parses lines of `a | b | c` into records, for data that reads best as a table. Throws on a wrong number of cells. */
export function readTable<Column extends string>(columns: readonly Column[], text: string): Record<Column, string>[] {
  const lines = text.split('\n').filter((line) => line.trim())
  return lines.map((line) => {
    const cells = line.split('|').map((cell) => cell.trim())
    if (cells.length !== columns.length) throw new Error(`Expected ${columns.length} cells: ${line}`)
    return Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ''])) as Record<Column, string>
  })
}
