import type { JsonBody } from '#platform/http/requests/body.ts'
import { invalidBody } from './errors/errors.ts'
import type { Payload } from './statements/write-statement.ts'

export type Row = Record<string, unknown>

/** The rows of a body: an object is one row. Throws PGRST102 for anything else. */
export function rowsOf(body: JsonBody | undefined): Row[] {
  if (!body) throw invalidBody('Empty or invalid json')
  const rows: unknown[] = Array.isArray(body.value) ? body.value : [body.value]
  if (!rows.every(isRow)) throw invalidBody('The body has to be an object or an array of objects')
  return rows
}

/** Without `columns`, the first row's keys are written, and every other row must have the same keys. */
export function payloadOf(
  body: JsonBody,
  rows: Row[],
  options: { columns: string[] | undefined; missingIsDefault: boolean },
): Payload {
  const json = Array.isArray(body.value) ? body.text : `[${body.text}]`
  const columns = options.columns ?? commonKeys(rows)
  return { json, rows: rows.length, columns: [...new Set(columns)], missingIsDefault: options.missingIsDefault }
}

function commonKeys(rows: Row[]): string[] {
  const keys = Object.keys(rows[0] ?? {})
  for (const row of rows) {
    const own = Object.keys(row)
    if (own.length !== keys.length || !keys.every((key) => Object.hasOwn(row, key))) {
      throw invalidBody('All object keys must match')
    }
  }
  return keys
}

export function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
