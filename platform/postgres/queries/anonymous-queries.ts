import pg from 'pg'
import type { Primary } from '../servers/primary.ts'
import { columnTypes } from '../types.ts'

/** Returns the statement's rows; undefined if it must be run in an ordinary transaction instead. */
export type AnonymousQuery = <Row extends pg.QueryResultRow>(
  statement: AnonymousStatement,
) => Promise<Row[] | undefined>

/** A `select` that returns at least one row. */
interface AnonymousStatement {
  text: string
  values: unknown[]
  /** Name of the prepared statement. */
  name?: string
}

interface AnonymousQueriesOptions {
  primary: Primary
  connections: number
  /** Session settings beyond role and claims, e.g. `search_path`. */
  settings: Record<string, string>
}

interface PipelinedConnection {
  client: pg.Client
  /** Start time of each statement in flight, oldest first. */
  sent: number[]
  isCorked: boolean
}

/** Statement timeout. A slower read starts over on another connection, so that it doesn't block those behind it. */
const STATEMENT_TIMEOUT_MS = 1_000
/** Maximum statements in flight on one connection; further ones run as ordinary transactions. */
const MAX_IN_FLIGHT = 16
/** Maximum statements sent on one connection in one turn of the event loop before another one is used. */
const MAX_PER_WRITE = 6
/** A connection whose oldest statement has run for this long gets no more statements. */
const SLOW_MS = 150
/** A statement that has timed out runs in ordinary transactions for this long. */
const SLOW_CACHE_MS = 60_000
/** Maximum number of such statements that are remembered. */
const MAX_SLOW = 1_000
/** Pause after a failed attempt to connect, during which reads run in ordinary transactions. */
const RECONNECT_DELAY_MS = 1_000

const ROLE = 'anon'
const CLAIMS = JSON.stringify({ role: ROLE })
/**
 * feature_not_supported, invalid_sql_statement_name and duplicate_prepared_statement: the connection's prepared
 * statements are stale.
 */
const STALE_CONNECTION_CODES = new Set(['0A000', '26000', '42P05'])

/**
 * Opens read-only connections that have the anonymous role for their lifetime, so that a visitor's read is one
 * statement in one round trip. They can't serve another identity: they are never lent out, and each statement has the
 * condition that role, claims and settings are still the anonymous ones; otherwise it returns no rows, and the
 * connection is closed.
 */
export function openAnonymousQueries(options: AnonymousQueriesOptions): {
  read: AnonymousQuery
  close(): Promise<void>
} {
  const settings = {
    ...options.settings,
    default_transaction_read_only: 'on',
    'request.jwt.claims': CLAIMS,
    role: ROLE,
  }
  const condition = conditionOf(settings)
  const connections = new Set<PipelinedConnection>()
  const slow = new Map<string, number>()
  let opening = 0
  let pausedUntil = 0
  let isClosed = false

  async function open(): Promise<void> {
    opening += 1
    const { connectionString, Client } = options.primary
    const config = { connectionString, types: columnTypes, pipeline: true, keepAlive: true }
    const client = new Client({ ...config, connectionTimeoutMillis: 10_000, query_timeout: 4 * STATEMENT_TIMEOUT_MS })
    const connection: PipelinedConnection = { client, sent: [], isCorked: false }
    client.on('error', () => connections.delete(connection))
    client.on('end', () => connections.delete(connection))
    try {
      await client.connect()
      await client.query(settingStatement({ ...settings, statement_timeout: `${STATEMENT_TIMEOUT_MS}ms` }))
      if (isClosed) await client.end()
      else connections.add(connection)
    } catch {
      pausedUntil = performance.now() + RECONNECT_DELAY_MS
      client.end().catch(() => undefined)
    } finally {
      opening -= 1
    }
  }

  /**
   * Prefers a connection with a pending write, because a write costs more than a read; otherwise the one with the
   * fewest statements in flight. Opens another one while all are busy.
   */
  function freeConnection(): PipelinedConnection | undefined {
    let best: PipelinedConnection | undefined
    for (const connection of connections) {
      if (connection.isCorked && connection.sent.length < MAX_PER_WRITE) return connection
      if (!best || connection.sent.length < best.sent.length) best = connection
    }
    const areAllBusy = !best || best.sent.length > 0
    if (areAllBusy && connections.size + opening < options.connections && performance.now() > pausedUntil) void open()
    if (!best || best.sent.length >= MAX_IN_FLIGHT) return undefined
    return performance.now() - (best.sent[0] ?? Number.POSITIVE_INFINITY) > SLOW_MS ? undefined : best
  }

  function isSlow(text: string): boolean {
    const since = slow.get(text)
    if (since === undefined) return false
    if (performance.now() - since < SLOW_CACHE_MS) return true
    slow.delete(text)
    return false
  }

  function closeConnection(connection: PipelinedConnection): void {
    connections.delete(connection)
    connection.client.end().catch(() => undefined)
  }

  function handleError(error: unknown, { connection, text }: { connection: PipelinedConnection; text: string }): void {
    const code = error instanceof pg.DatabaseError ? (error.code ?? '') : ''
    if (code === '57014') {
      if (slow.size >= MAX_SLOW) slow.clear()
      slow.set(text, performance.now())
    } else if (code === '' || STALE_CONNECTION_CODES.has(code)) closeConnection(connection)
  }

  return {
    async read({ text, values, name }) {
      if (isClosed || isSlow(text)) return undefined
      const connection = freeConnection()
      if (!connection) return undefined
      connection.sent.push(performance.now())
      corkWrites(connection)
      try {
        const guarded = `select v.* from (${text}) as v where ${condition}`
        const { rows } = await connection.client.query({ ...(name !== undefined && { name }), text: guarded, values })
        if (rows.length > 0) return rows
        closeConnection(connection)
      } catch (error) {
        handleError(error, { connection, text })
      } finally {
        connection.sent.shift()
      }
      return undefined
    },
    async close() {
      isClosed = true
      await Promise.all([...connections].map(({ client }) => client.end().catch(() => undefined)))
    },
  }
}

/** Combines the statements of one turn of the event loop into one write, which is the largest cost of a read. */
function corkWrites(connection: PipelinedConnection): void {
  if (connection.isCorked) return
  const { stream } = connection.client.connection
  connection.isCorked = true
  stream.cork()
  setImmediate(() => {
    connection.isCorked = false
    stream.uncork()
  })
}

function settingStatement(settings: Record<string, string>): { text: string; values: string[] } {
  const names = Object.keys(settings)
  const calls = names.map((_, index) => `set_config($${2 * index + 1}, $${2 * index + 2}, false)`)
  return { text: `select ${calls.join(', ')}`, values: Object.entries(settings).flat() }
}

/** PostgreSQL evaluates this condition once, before it reads a row. */
function conditionOf(settings: Record<string, string>): string {
  const settingConditions = Object.entries(settings).map(
    ([name, value]) => `current_setting(${pg.escapeLiteral(name)}, true) = ${pg.escapeLiteral(value)}`,
  )
  return [`current_user = '${ROLE}'`, `current_setting('transaction_read_only') = 'on'`, ...settingConditions].join(
    ' and ',
  )
}
