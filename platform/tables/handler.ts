import type { Database, Identity } from '#platform/postgres/database.ts'
import { isWorthRetrying } from '#platform/postgres/sqlstate.ts'
import type { DependencyRecorder } from '#platform/response-cache/dependency-recorder.ts'
import { admitRead } from './admit-read.ts'
import { nearest } from './catalogue/nearest.ts'
import { openSchemaCache } from './catalogue/schema-cache.ts'
import {
  addressTooLong,
  invalidPath,
  invalidSchema,
  TablesError,
  unknownTable,
  unsupportedMethod,
} from './errors/errors.ts'
import { fromPostgres } from './errors/postgres-errors.ts'
import { type Exchange, type Reply, type Settings, searchPath, type WriteRequest } from './exchange.ts'
import { handleRead, readFromPlan } from './handle-read.ts'
import { handleRoutine } from './handle-routine.ts'
import { handleWrite } from './handle-write.ts'
import type { Interceptor } from './interceptors.ts'
import { negotiate } from './media-types.ts'
import { describeApi } from './open-api.ts'
import { parsePreferences } from './preferences.ts'
import { readBody } from './read-body.ts'
import type { ReadLimits } from './reading.ts'
import { respond, respondInside, respondWithError } from './respond.ts'
import { anonymousRunner, statementNames, statementRunner } from './statements/run-statement.ts'

export interface TablesDeps {
  database: Database
  /** Identifies the caller, or returns the answer that refuses the request. */
  identify(request: Request): Promise<Identity | Response>
  /** The exposed schema; default `public`. */
  schema?: string
  /** Most rows in one answer, and in each embedded list; default 1000. */
  maxRows?: number
  /** Most rows that an estimated count counts; above it is the planner's estimate. `maxRows` by default. */
  maxCountedRows?: number
  /** Maximum rows of one read over all levels; default 100,000. */
  maxReadRows?: number
  /** Default 5 MiB. */
  maxAnswerBytes?: number
  /** Bounds what is read from outside; nothing does if it is left out. */
  reading?: ReadLimits
  /** Default 8000. */
  statementTimeoutMs?: number
  /** Default 1 MiB. */
  maxBodyBytes?: number
  /** Characters of path and query; default 16,384. */
  maxAddressLength?: number
  /** Maximum nesting; default 3, because nested lists grow faster than a timeout can catch. */
  maxEmbedDepth?: number
  /** Maximum rows that a caller other than the service may write in one request; default 100. */
  maxWrittenRows?: number
  /** False answers a write with 429 before anything is done; what it counts stays counted when the write is refused. */
  mayWrite?(write: WriteRequest): Promise<boolean>
  /** `count()`, `sum()`, … in select; default off. */
  areAggregatesOn?: boolean
  interceptors?: Interceptor[]
  /** Receives faults and bugs, which the caller sees only as a 5xx without details. */
  onError?(error: unknown, request: Request): void
}

const BASE = '/rest/v1'
const ATTEMPTS = 3
/** Estimated cost of the API's description at the root, which names every table and column. */
const DESCRIPTION_COST = { rows: 5_000, isHeavy: false }
const TABLE_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const ROUTINE_METHODS = ['GET', 'HEAD', 'POST', 'OPTIONS']

interface TablesHandler {
  /** `isInside`: an internal request for a page that this process renders, which is limited as a whole. */
  (request: Request, options?: { isInside: boolean }): Promise<Response>
  /** The fast path of anonymous pages; undefined if an HTTP request is needed. Never throws. */
  readAnonymously(read: AnonymousRead): Promise<Response | undefined>
}

/** An anonymous GET without the features that pages do not use. */
export interface AnonymousRead {
  /** Below the base, e.g. `/books?select=*`. */
  location: string
  prefer: string | null
  accept: string | null
  /** Where to note what is read. */
  recorder: DependencyRecorder | undefined
}

/** Answers everything below `/rest/v1`. Never throws; every refusal has the four keys of an `ErrorBody`. */
export function createTablesHandler(deps: TablesDeps): TablesHandler {
  const settings = toSettings(deps)
  const cache = openSchemaCache(deps.database, settings.schema)
  const nameStatement = statementNames()
  const run = statementRunner(nameStatement, settings.maxAnswerBytes)
  const readAnonymously = anonymousRunner(
    deps.database.anonymousQueries({ search_path: searchPath(settings.schema), 'request.method': 'GET' }),
    { nameStatement, maxAnswerBytes: settings.maxAnswerBytes },
  )

  const handle = async (request: Request, { isInside } = { isInside: false }) => {
    let role = 'anon'
    try {
      const url = new URL(request.url)
      if (url.pathname.length + url.search.length > settings.maxAddressLength) {
        throw addressTooLong(settings.maxAddressLength)
      }
      const identity = await deps.identify(request)
      if (identity instanceof Response) return identity
      role = identity.role
      checkProfile(request, settings.schema)
      const exchange: Exchange = {
        request,
        method: request.method,
        parameters: url.searchParams,
        location: requestLocation(url),
        identity,
        schema: await cache.current(),
        preferences: parsePreferences(request.headers.get('prefer')),
        form: negotiate(request.headers.get('accept')),
        settings,
        reading: isInside ? undefined : deps.reading,
        database: deps.database,
        readAnonymously,
        json: bodyReader(request, settings.maxBodyBytes),
        run,
      }
      return respond(exchange, await attempt(exchange, parseTarget(url)))
    } catch (error) {
      const refusal = error instanceof TablesError ? error : fromPostgres(error, role)
      // Our own errors, such as 503 under overload, are in the request log; a stack would add nothing.
      const isExpected = error instanceof TablesError
      if (!isExpected && (!refusal || refusal.status >= 500)) deps.onError?.(error, request)
      return respondWithError(refusal ?? unexpected(), request.method)
    }
  }

  return Object.assign(handle, {
    async readAnonymously({ location, prefer, accept, recorder }: AnonymousRead) {
      if (location.length + BASE.length > settings.maxAddressLength) return undefined
      try {
        const reply = await readFromPlan({
          method: 'GET',
          location,
          schema: await cache.current(),
          preferences: parsePreferences(prefer),
          form: negotiate(accept),
          settings,
          readAnonymously,
          recorder,
        })
        return reply && respondInside(reply)
      } catch {
        return undefined
      }
    },
  })
}

function toSettings(deps: TablesDeps): Settings {
  return {
    schema: deps.schema ?? 'public',
    maxRows: deps.maxRows ?? 1000,
    maxCountedRows: deps.maxCountedRows ?? deps.maxRows ?? 1000,
    maxReadRows: deps.maxReadRows ?? 100_000,
    maxAnswerBytes: deps.maxAnswerBytes ?? 5 * 1_048_576,
    statementTimeoutMs: deps.statementTimeoutMs ?? 8000,
    maxBodyBytes: deps.maxBodyBytes ?? 1_048_576,
    maxAddressLength: deps.maxAddressLength ?? 16_384,
    maxEmbedDepth: deps.maxEmbedDepth ?? 3,
    maxWrittenRows: deps.maxWrittenRows ?? 100,
    mayWrite: deps.mayWrite ?? (async () => true),
    maxEmbeds: 10,
    maxConditions: 200,
    areAggregatesOn: deps.areAggregatesOn ?? false,
    interceptors: deps.interceptors ?? [],
  }
}

function bodyReader(request: Request, limitBytes: number): Exchange['json'] {
  let body: ReturnType<typeof readBody> | undefined
  return () => {
    body ??= readBody(request, limitBytes)
    return body
  }
}

interface Target {
  kind: 'root' | 'table' | 'routine'
  name: string
}

/** `/rest/v1/<table>` or `/rest/v1/rpc/<function>`. Throws PGRST125 for any other path. */
function parseTarget(url: URL): Target {
  const path = url.pathname.startsWith(BASE) ? url.pathname.slice(BASE.length) : url.pathname
  const parts = path.split('/').slice(1).map(decodePart)
  const [first = '', second, ...more] = parts
  if (parts.length <= 1 && first === '') return { kind: 'root', name: '' }
  if (first === 'rpc' && second && more.length === 0) return { kind: 'routine', name: second }
  if (parts.length === 1) return { kind: 'table', name: first }
  throw invalidPath()
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw invalidPath()
  }
}

/**
 * Path and query below the base. An API key in the address is removed, so that neither headers nor the database see it.
 */
function requestLocation(url: URL): string {
  const path = url.pathname.startsWith(BASE) ? url.pathname.slice(BASE.length) : url.pathname
  if (!url.searchParams.has('apikey')) return path + url.search
  const parameters = new URLSearchParams(url.searchParams)
  parameters.delete('apikey')
  return parameters.size > 0 ? `${path}?${parameters}` : path
}

function checkProfile(request: Request, schema: string): void {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const requested = request.headers.get(isRead ? 'accept-profile' : 'content-profile')
  if (requested !== null && requested !== schema) throw invalidSchema(requested, schema)
}

/** Retries after a deadlock or a serialization failure, which leave nothing behind. */
async function attempt(exchange: Exchange, target: Target): Promise<Reply> {
  for (let attemptsLeft = ATTEMPTS - 1; ; attemptsLeft -= 1) {
    try {
      return await dispatch(exchange, target)
    } catch (error) {
      if (attemptsLeft === 0 || !isWorthRetrying(error)) throw error
    }
  }
}

async function dispatch(exchange: Exchange, { kind, name }: Target): Promise<Reply> {
  const { method, schema } = exchange
  const allowed = kind === 'table' ? TABLE_METHODS : kind === 'routine' ? ROUTINE_METHODS : ['GET', 'HEAD', 'OPTIONS']
  if (!allowed.includes(method)) throw unsupportedMethod(method, allowed.join(', '))
  if (method === 'OPTIONS') return { status: 200, body: null, headers: { allow: allowed.join(',') } }
  if (kind === 'root') return admitRead(exchange, DESCRIPTION_COST, async () => describeApi(exchange))
  if (kind === 'routine') return handleRoutine(exchange, name)
  const table = schema.tables.get(name)
  if (!table) throw unknownTable(schema.name, name, nearest(name, schema.tables.keys()))
  return method === 'GET' || method === 'HEAD' ? handleRead(exchange, table) : handleWrite(exchange, table)
}

function unexpected(): TablesError {
  return new TablesError(500, { code: 'PGRSTX00', message: 'The request could not be answered' })
}
