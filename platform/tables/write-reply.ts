import type { Table } from './catalogue/schema.ts'
import { notSingle, tooManyAffected } from './errors/errors.ts'
import type { Exchange, Reply } from './exchange.ts'
import { contentType } from './media-types.ts'
import type { ParsedQuery } from './parsing/parse-query.ts'
import type { Row } from './payload.ts'
import { planRead, type ReadNode } from './statements/plan-read.ts'
import { readCost } from './statements/read-cost.ts'
import type { BodyForm, ResultRow } from './statements/read-statement.ts'

/** Columns to return: the requested ones, the primary key for a `Location`, or none. */
export function planWrite({ schema, settings, preferences }: Exchange, table: Table, query: ParsedQuery): ReadNode {
  if (preferences.returns !== 'headers-only') {
    const node = planRead(schema, table, query, settings)
    readCost({ ...node, limit: settings.maxWrittenRows }, settings)
    return node
  }
  const fields = table.primaryKey.map((name) => ({
    kind: 'column' as const,
    field: { name, path: [] },
    alias: undefined,
    cast: undefined,
    aggregate: undefined,
    aggregateCast: undefined,
  }))
  return planRead(schema, table, { ...query, select: fields, levels: query.levels.slice(0, 1) }, settings)
}

export function writtenForm({ preferences, form }: Exchange): BodyForm {
  if (preferences.returns === 'representation') return form
  return { kind: preferences.returns === 'headers-only' ? 'array' : 'none', stripNulls: false }
}

/** Status, headers and body after a write. Throws PGRST116 and PGRST124, which roll it back. */
export function replyToWrite(exchange: Exchange, row: ResultRow, table: Table): Reply {
  const { method, preferences, form } = exchange
  const affected = row.affected ?? 0
  const isShown = preferences.returns === 'representation'
  const seen = isShown ? row.page : affected
  if (form.kind === 'object' && seen !== 1) throw notSingle(seen)
  if (method !== 'POST' && preferences.maxAffected !== undefined && affected > preferences.maxAffected) {
    throw tooManyAffected(affected)
  }
  const headers: Record<string, string> = { 'content-range': writtenRange(exchange, affected) }
  if (isShown) headers['content-type'] = contentType(form)
  if (method === 'POST' && preferences.returns === 'headers-only' && row.page === 1) {
    const [key] = JSON.parse(row.body) as Row[]
    if (key && table.primaryKey.length > 0) headers.location = locationHeader(table, key)
  }
  const status = Number(row.response_status) || writtenStatus(exchange, affected, Number(row.updated ?? 0))
  return { status, body: isShown ? row.body : null, headers: { ...headers, ...raisedHeaders(row.response_headers) } }
}

export function writtenStatus({ method, preferences }: Exchange, affected: number, updated: number): number {
  if (method === 'POST') return preferences.resolution && affected > 0 && updated >= affected ? 200 : 201
  if (method === 'PUT' && updated === 0) return 201
  return preferences.returns === 'representation' ? 200 : 204
}

export function writtenRange({ method, preferences }: Exchange, affected: number): string {
  const total = preferences.count === undefined ? '*' : String(affected)
  return `${method === 'PATCH' && affected > 0 ? `0-${affected - 1}` : '*'}/${total}`
}

export function locationHeader(table: Table, key: Row): string {
  const parts = table.primaryKey.map(
    (name) => `${encodeURIComponent(name)}=eq.${encodeURIComponent(String(key[name]))}`,
  )
  return `/${encodeURIComponent(table.name)}?${parts.join('&')}`
}

/** `set_config('response.headers', '[{"Name": "value"}]', true)` inside the database. */
export function raisedHeaders(text: string | null | undefined): Record<string, string> {
  if (!text) return {}
  const list = JSON.parse(text) as Record<string, string>[]
  return Object.fromEntries(
    list.flatMap((entry) => Object.entries(entry).map(([name, value]) => [name.toLowerCase(), value])),
  )
}
