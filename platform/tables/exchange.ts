import type pg from 'pg'
import type { JsonBody } from '#platform/http/requests/body.ts'
import type { Database, Identity } from '#platform/postgres/database.ts'
import type { Schema } from './catalogue/schema.ts'
import type { Preferences } from './preferences.ts'
import type { RawBody } from './read-body.ts'
import type { ReadLimits } from './reading.ts'
import type { Settings } from './settings.ts'
import type { ExplainRequest } from './statements/explain.ts'
import type { BodyForm, ResultRow } from './statements/read-statement.ts'
import type { BoundStatement } from './statements/statement.ts'

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
  /** A plan is requested instead of the body. */
  explain: ExplainRequest | undefined
  settings: Settings
  /** Undefined for internal requests, which are limited with their page. */
  reading: ReadLimits | undefined
  database: Database
  /** Runs an anonymous read as one statement; undefined if it needs a transaction of its own. */
  readAnonymously(statement: BoundStatement): Promise<ResultRow | undefined>
  /** Returns the body, which is read only once. */
  json(): Promise<JsonBody | undefined>
  /** The body as one text, XML document or bytes, by its content type; undefined for any other. */
  raw(): Promise<RawBody | undefined>
  run(tx: pg.ClientBase, statement: BoundStatement): Promise<ResultRow>
}

/** The reply that `respond.ts` turns into a Response. */
export interface Reply {
  status: number
  body: string | Uint8Array<ArrayBuffer> | null
  headers: Record<string, string>
}

/** Statement timeout of heavy anonymous reads: all heavy reads share few places (`ReadLimits.heavy`). */
const ANONYMOUS_HEAVY_MS = 2_000

/**
 * Runs `work` in the request's own transaction, under the caller's role. The transaction is rolled back if the request
 * prefers that, or asks for a plan.
 */
export async function inTransaction<T>(
  exchange: Exchange,
  options: { readOnly: boolean; as?: Identity; isHeavy?: boolean },
  work: (tx: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const { database, identity, settings, explain } = exchange
  const all = settings.statementTimeoutMs
  const isTrial = isRolledBack(exchange) || explain !== undefined
  const trial = async (tx: pg.PoolClient): Promise<T> => {
    throw new RolledBack(await work(tx))
  }
  try {
    return await database.as(options.as ?? identity, isTrial ? trial : work, {
      readOnly: options.readOnly,
      statementTimeoutMs: options.isHeavy && identity.role === 'anon' ? Math.min(ANONYMOUS_HEAVY_MS, all) : all,
      settings: requestSettings(exchange),
    })
  } catch (error) {
    if (error instanceof RolledBack) return error.result as T
    throw error
  }
}

export const isRolledBack = ({ preferences }: Pick<Exchange, 'preferences'>): boolean => preferences.tx === 'rollback'

/** Ends a transaction whose result is wanted without its effects. */
class RolledBack extends Error {
  readonly result: unknown
  constructor(result: unknown) {
    super('Rolled back on request')
    this.result = result
  }
}

/** Plans show what the rows of others are like: in production only the holder of the secret key may see them. */
export function mayExplain({ settings, identity }: Pick<Exchange, 'settings' | 'identity'>): boolean {
  return settings.plans === 'everyone' || (settings.plans === 'secret-key' && identity.role === 'service_role')
}

/** Settings that policies and functions read with `current_setting('request.…')`. */
function requestSettings({
  request,
  method,
  location,
  preferences,
  schema,
  settings: own,
}: Exchange): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, value] of request.headers) if (name !== 'cookie') headers[name] = value
  const path = location.split('?', 1)[0] ?? ''
  const settings: Record<string, string> = {
    search_path: searchPath(schema.name, own.extraSearchPath),
    'request.method': method,
    'request.path': path,
    'request.headers': JSON.stringify(headers),
    'request.cookies': '{}',
  }
  if (preferences.timezone !== undefined) settings.timezone = preferences.timezone
  return settings
}

export const searchPath = (schema: string, extra: readonly string[]): string =>
  [schema, ...extra].map((name) => `"${name.replaceAll('"', '""')}"`).join(', ')

/** Commands belong to the tables of the first schema. */
export function interceptorsOf({ schema, settings }: Exchange): Settings['interceptors'] {
  return schema.name === settings.schemas[0] ? settings.interceptors : []
}
