import assert from 'node:assert/strict'
import type { Identity } from '#platform/postgres/database.ts'
import { isWorthRetrying } from '#platform/postgres/sqlstate.ts'
import type { DependencyRecorder } from '#platform/response-cache/dependency-recorder.ts'
import { admitRead } from './admit-read.ts'
import { nearest } from './catalogue/nearest.ts'
import { openSchemaCache } from './catalogue/schema-cache.ts'
import { ROOT_METHODS, ROUTINE_METHODS, routineMethods, TABLE_METHODS, tableMethods } from './description/methods.ts'
import { describeApi } from './description/open-api.ts'
import {
  addressTooLong,
  descriptionOff,
  invalidPath,
  invalidSchema,
  rollbackRefused,
  TablesError,
  unknownTable,
  unsupportedMethod,
} from './errors/errors.ts'
import { fromPostgres } from './errors/postgres-errors.ts'
import { type Exchange, inTransaction, interceptorsOf, mayExplain, type Reply, searchPath } from './exchange.ts'
import { handleRead, readFromPlan } from './handle-read.ts'
import { handleRoutine } from './handle-routine.ts'
import { handleWrite } from './handle-write.ts'
import { type Accepted, negotiate } from './media-types.ts'
import { parsePreferences } from './preferences.ts'
import { readBody, readRawBody } from './read-body.ts'
import { respond, respondInside, respondWithError } from './respond.ts'
import { type Settings, type TablesDeps, toSettings } from './settings.ts'
import { anonymousRunner, MAX_PAGE_NAMES, statementNames, statementRunner } from './statements/run-statement.ts'
import { openSharedTransactions } from './statements/shared-transactions.ts'

const BASE = '/rest/v1'
const ATTEMPTS = 3
/** Estimated cost of the API's description at the root, which names every table and column. */
const DESCRIPTION_COST = { rows: 5_000, isHeavy: false }

interface TablesHandler {
  /** `isInside`: an internal request for a page that this process renders, which is limited as a whole. */
  (request: Request, options?: { isInside: boolean }): Promise<Response>
  /** The fast path of our own pages; undefined if an HTTP request is needed. Never throws. */
  readForPage(read: PageRead): Promise<Response | undefined>
}

/** A read without the features that pages do not use. */
export interface PageRead {
  method: 'GET' | 'HEAD'
  /** Null for an anonymous page. */
  identity: Identity | null
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
  const nameStatement = statementNames()
  const run = statementRunner(nameStatement, settings.maxAnswerBytes)
  const exposed = new Map(settings.schemas.map((name) => [name, expose(name, { deps, settings, nameStatement })]))
  const [main] = exposed.values()
  assert(main)

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
      const { cache, readAnonymously } = exposed.get(requestedSchema(request, settings.schemas)) ?? main
      const target = parseTarget(url)
      const preferences = parsePreferences(request.headers.get('prefer'))
      if (preferences.tx === 'rollback' && !settings.isRollbackAllowed)
        throw rollbackRefused('Leave the preference out, or have the operator allow it.')
      const exchange: Exchange = {
        request,
        method: request.method,
        parameters: url.searchParams,
        location: requestLocation(url),
        identity,
        schema: await cache.current(),
        preferences,
        // A function negotiates again, because the forms of its result depend on it.
        ...(target.kind === 'table'
          ? negotiate(request.headers.get('accept'), { arePlansOn: mayExplain({ settings, identity }) })
          : PLAIN),
        settings,
        reading: isInside ? undefined : deps.reading,
        database: deps.database,
        readAnonymously,
        json: once(() => readBody(request, settings.maxBodyBytes)),
        raw: once(() => readRawBody(request, settings.maxBodyBytes)),
        run,
      }
      return respond(exchange, await attempt(exchange, target))
    } catch (error) {
      const refusal = error instanceof TablesError ? error : fromPostgres(error, role)
      // Our own errors, such as 503 under overload, are in the request log; a stack would add nothing.
      const isExpected = error instanceof TablesError
      if (!isExpected && (!refusal || refusal.status >= 500)) deps.onError?.(error, request)
      return respondWithError(refusal ?? unexpected(), request.method)
    }
  }

  return Object.assign(handle, {
    async readForPage({ identity, method, location, prefer, accept, recorder }: PageRead) {
      if (location.length + BASE.length > settings.maxAddressLength) return undefined
      if (identity) recorder?.markUncacheable()
      try {
        const reply = await readFromPlan({
          method,
          location,
          schema: await main.cache.current(),
          preferences: parsePreferences(prefer),
          form: negotiate(accept, { arePlansOn: false }).form,
          settings,
          readQuickly: identity ? (statement) => main.readInBatch(identity, statement) : main.readAnonymously,
          recorder,
        })
        return reply && respondInside(reply)
      } catch {
        return undefined
      }
    },
  })
}

interface Exposed {
  cache: ReturnType<typeof openSchemaCache>
  readAnonymously: Exchange['readAnonymously']
  readInBatch: ReturnType<typeof openSharedTransactions>
}

interface ExposeOptions {
  deps: TablesDeps
  settings: Settings
  nameStatement: ReturnType<typeof statementNames>
}

function expose(schema: string, { deps: { database }, settings, nameStatement }: ExposeOptions): Exposed {
  const { extraSearchPath, maxAnswerBytes, statementTimeoutMs } = settings
  const ownSettings = { search_path: searchPath(schema, extraSearchPath), 'request.method': 'GET' }
  return {
    cache: openSchemaCache(database, schema),
    readAnonymously: anonymousRunner(database.anonymousQueries(ownSettings), { nameStatement, maxAnswerBytes }),
    readInBatch: openSharedTransactions({
      database,
      run: statementRunner(statementNames(MAX_PAGE_NAMES), maxAnswerBytes),
      transaction: { statementTimeoutMs, settings: ownSettings },
    }),
  }
}

const PLAIN: Accepted = { form: { kind: 'array', stripNulls: false }, explain: undefined }

/** A body can be read only once, and a retried request reads it again. */
function once<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined
  return () => {
    reading ??= read()
    return reading
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

/** Reads name their schema in `Accept-Profile`, writes in `Content-Profile`. Throws PGRST106. */
function requestedSchema({ method, headers }: Request, schemas: readonly string[]): string {
  const isRead = method === 'GET' || method === 'HEAD'
  const requested = headers.get(isRead ? 'accept-profile' : 'content-profile') ?? schemas[0] ?? ''
  if (!schemas.includes(requested)) throw invalidSchema(requested, schemas)
  return requested
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
  const allowed = kind === 'table' ? TABLE_METHODS : kind === 'routine' ? ROUTINE_METHODS : ROOT_METHODS
  if (!allowed.includes(method)) throw unsupportedMethod(method, allowed.join(', '))
  if (kind === 'root' && method === 'OPTIONS') return allows(ROOT_METHODS)
  if (kind === 'root') return describeRoot(exchange)
  if (kind === 'routine') {
    return method === 'OPTIONS' ? allows(routineMethods(schema, name)) : handleRoutine(exchange, name)
  }
  const table = schema.tables.get(name)
  if (!table) throw unknownTable(schema.name, name, nearest(name, schema.tables.keys()))
  if (method === 'OPTIONS') return allows(tableMethods(table))
  return method === 'GET' || method === 'HEAD' ? handleRead(exchange, table) : handleWrite(exchange, table)
}

const allows = (methods: string[]): Reply => ({ status: 200, body: null, headers: { allow: methods.join(',') } })

async function describeRoot(exchange: Exchange): Promise<Reply> {
  const { settings, identity, schema, method } = exchange
  if (settings.description === 'signed-in' && identity.role === 'anon') throw descriptionOff()
  const body = await admitRead(exchange, DESCRIPTION_COST, () =>
    describeApi(schema, {
      role: identity.role,
      commands: interceptorsOf(exchange),
      read: (work) => inTransaction(exchange, { readOnly: true }, work),
    }),
  )
  return {
    status: 200,
    body: method === 'HEAD' ? null : body,
    headers: { 'content-type': 'application/openapi+json; charset=utf-8' },
  }
}

function unexpected(): TablesError {
  return new TablesError(500, { code: 'PGRSTX00', message: 'The request could not be answered' })
}
