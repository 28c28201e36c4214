import pg from 'pg'
import type { Identity } from '../postgres/database.ts'
import type { ResultRow } from './read-statement.ts'
import type { StatementNames } from './run-statement.ts'
import type { Statement } from './statement.ts'

export interface ReadOptions {
  /** Local to the transaction. */
  settings: Record<string, string>
  statementTimeoutMs: number
}

/** Runs a read-only statement under a role, in its own transaction. */
export type OneTripReader = (identity: Identity, statement: Statement, options: ReadOptions) => Promise<ResultRow>

/**
 * Connections of `authenticator` for reads in one round trip. The caller ends the pool.
 * Unlike the pools of `database.ts` it does not pipeline, because a pipelining driver refuses custom queries.
 */
export function openReadPool(options: { connectionString: string; maxConnections?: number }): pg.Pool {
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    max: options.maxConnections ?? 10,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
  })
  // A broken idle connection is replaced at the next call; without a listener its error would end the process.
  pool.on('error', () => undefined)
  return pool
}

/** Begin, settings, statement and commit would be four round trips; here they are one. */
export function oneTripReader(pool: pg.Pool, nameOf: StatementNames): OneTripReader {
  return async (identity, statement, { settings, statementTimeoutMs }) => {
    const all = {
      ...settings,
      transaction_read_only: 'on',
      statement_timeout: String(statementTimeoutMs),
      'request.jwt.claims': JSON.stringify(identity.claims),
      // Last, because from here on the role's rights apply.
      role: identity.role,
    }
    const client = await pool.connect()
    const onLoss = () => undefined
    client.on('error', onLoss)
    try {
      const trip = new OneTrip(settingStatement(all), { ...statement, name: nameOf(statement.text) ?? '' })
      client.query(trip)
      return await trip.answer
    } finally {
      client.off('error', onLoss)
      // The pool knows a lost connection and does not reuse it.
      client.release()
    }
  }
}

interface NamedStatement extends Statement {
  name: string
}

function settingStatement(settings: Record<string, string>): NamedStatement {
  const names = Object.keys(settings)
  const calls = names.map((_, index) => `set_config($${2 * index + 1}, $${2 * index + 2}, true)`)
  return {
    name: `tables_settings_${names.length}`,
    text: `select ${calls.join(', ')}`,
    values: Object.entries(settings).flat(),
  }
}

/** Names prepared on each connection. */
const prepared = new WeakMap<pg.Connection, Set<string>>()

/**
 * To PostgreSQL, two statements before one Sync are one transaction: what the first sets locally applies to the second
 * and ends with it, and if the first fails the second never runs.
 */
class OneTrip implements pg.Submittable {
  readonly answer: Promise<ResultRow>
  readonly #statements: NamedStatement[]
  #resolve: (row: ResultRow) => void = () => undefined
  #reject: (error: unknown) => void = () => undefined
  #connection: pg.Connection | undefined
  #completed = 0
  #fields: string[] = []

  constructor(...statements: [settings: NamedStatement, read: NamedStatement]) {
    this.#statements = statements
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
  }

  submit(connection: pg.Connection): void {
    this.#connection = connection
    const known = prepared.get(connection) ?? new Set<string>()
    connection.stream.cork()
    try {
      for (const { name, text, values } of this.#statements) {
        if (name === '' || !known.has(name)) {
          // After a failure it may or may not exist; closing a name that does not exist is allowed.
          if (name !== '') connection.close({ type: 'S', name }, true)
          connection.parse({ name, text, types: [] }, true)
        }
        connection.bind({ statement: name, values }, true)
        connection.execute({}, true)
      }
      connection.sync()
    } finally {
      connection.stream.uncork()
    }
  }

  handleDataRow({ fields }: { fields: string[] }): void {
    if (this.#completed === 1) this.#fields = fields
  }

  handleCommandComplete(): void {
    this.#completed += 1
  }

  handleReadyForQuery(): void {
    if (this.#connection) {
      const known = prepared.get(this.#connection) ?? new Set<string>()
      for (const { name } of this.#statements) if (name !== '') known.add(name)
      prepared.set(this.#connection, known)
    }
    // In the order of `readStatement`.
    const [body = '', page = '0', total] = this.#fields
    this.#resolve({ body, page: Number(page), ...(total === undefined ? {} : { total }) })
  }

  handleError(error: unknown): void {
    if (this.#connection) prepared.delete(this.#connection)
    this.#reject(error)
  }

  handleRowDescription(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
}
