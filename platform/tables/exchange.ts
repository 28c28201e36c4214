import type pg from 'pg'
import type { JsonBody } from '#platform/http/requests/body.ts'
import type { Database, Identity } from '#platform/postgres/database.ts'
import type { Schema } from './catalogue/schema.ts'
import type { Interceptor } from './interceptors.ts'
import type { QueryLimits } from './parsing/parse-query.ts'
import type { Row } from './payload.ts'
import type { Preferences } from './preferences.ts'
import type { ReadLimits } from './reading.ts'
import type { BodyForm, ResultRow } from './statements/read-statement.ts'
import type { BoundStatement } from './statements/statement.ts'

/** The handler's options with all defaults filled in. */
export interface Settings extends QueryLimits {
  schema: string
  maxRows: number
  maxCountedRows: number
  maxReadRows: number
  maxAnswerBytes: number
  statementTimeoutMs: number
  maxBodyBytes: number
  maxAddressLength: number
  areAggregatesOn: boolean
  maxWrittenRows: number
  mayWrite(write: WriteRequest): Promise<boolean>
  interceptors: Interceptor[]
}

/** A write that has not begun, for the limits of writes. */
export interface WriteRequest {
  identity: Identity
  method: string
  table: string
  rows: Row[]
}

/** One request, after the API key has been checked. */
export interface Exchange {
  request: Request
  method: string
  parameters: URLSearchParams
  /** Path and query below the base, e.g. `/books?select=*`. */
  location: string
  identity: Identity
  schema: Schema
  preferences: Preferences
  form: BodyForm
  settings: Settings
  /** Undefined for internal requests, which are limited with their page. */
  reading: ReadLimits | undefined
  database: Database
  /** Runs an anonymous read as one statement; undefined if it needs a transaction of its own. */
  readAnonymously(statement: BoundStatement): Promise<ResultRow | undefined>
  /** Returns the body, which is read only once. */
  json(): Promise<JsonBody | undefined>
  run(tx: pg.ClientBase, statement: BoundStatement): Promise<ResultRow>
}

/** The reply that `respond.ts` turns into a Response. */
export interface Reply {
  status: number
  body: string | null
  headers: Record<string, string>
}

/** Statement timeout of heavy anonymous reads: all heavy reads share few places (`ReadLimits.heavy`). */
const ANONYMOUS_HEAVY_MS = 2_000

/** Runs `work` in the request's own transaction, under the caller's role. */
export async function inTransaction<T>(
  exchange: Exchange,
  options: { readOnly: boolean; as?: Identity; isHeavy?: boolean },
  work: (tx: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const { database, identity, settings } = exchange
  const all = settings.statementTimeoutMs
  return database.as(options.as ?? identity, work, {
    readOnly: options.readOnly,
    statementTimeoutMs: options.isHeavy && identity.role === 'anon' ? Math.min(ANONYMOUS_HEAVY_MS, all) : all,
    settings: requestSettings(exchange),
  })
}

/** Settings that policies and functions read with `current_setting('request.…')`. */
function requestSettings({ request, method, location, preferences, schema }: Exchange): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, value] of request.headers) if (name !== 'cookie') headers[name] = value
  const path = location.split('?', 1)[0] ?? ''
  const settings: Record<string, string> = {
    search_path: searchPath(schema.name),
    'request.method': method,
    'request.path': path,
    'request.headers': JSON.stringify(headers),
    'request.cookies': '{}',
  }
  if (preferences.timezone !== undefined) settings.timezone = preferences.timezone
  return settings
}

export const searchPath = (schema: string): string => `"${schema.replaceAll('"', '""')}"`
