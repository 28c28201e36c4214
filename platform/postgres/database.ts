import pg from 'pg'
import { type Listen, listenerFor } from './listener.ts'
import { columnTypes } from './types.ts'

/** The caller: a role that `authenticator` may take, and the claims that policies read. `claims.sub` is the user's id. */
export interface Identity {
  role: string
  claims: Record<string, unknown>
}

interface TransactionOptions {
  readOnly?: boolean
  /** Milliseconds one statement may take; by default the server's own limit applies. */
  statementTimeoutMs?: number
  /**
   * The work issues all its statements in its first turn, so the commit goes with them in one round trip. Whatever the
   * work decides from the answers comes after the commit and rolls nothing back.
   */
  atOnce?: boolean
  /** Other settings, local to the transaction, e.g. `request.method`. */
  settings?: Record<string, string>
}

export interface Database {
  /**
   * One transaction under a role; role and claims are local to it. Commits when `work` resolves, rolls back when it
   * throws. Also throws if `work` swallowed a database error, because then nothing was committed.
   * Values arrive as `types.ts` says: `int8` as bigint, `numeric` and `date` as text.
   */
  as<T>(identity: Identity, work: (tx: pg.PoolClient) => Promise<T>, options?: TransactionOptions): Promise<T>
  /**
   * One short statement of the login role, on a connection that nothing else uses: it waits for nobody, and fails when
   * there is no answer within 3 seconds.
   */
  aside<Row extends pg.QueryResultRow>(statement: pg.QueryConfig): Promise<Row[]>
  listen: Listen
  close(): Promise<void>
}

export const SERVICE: Identity = { role: 'service_role', claims: { role: 'service_role' } }

/** A pool for the login role `authenticator`, which owns nothing and can only switch to other roles. */
export function openDatabase(options: { connectionString: string; maxConnections?: number }): Database {
  const pool = openPool(options)
  const beside = openPool({ ...options, maxConnections: 1, limitMs: ASIDE_LIMIT_MS })
  const listener = listenerFor(options.connectionString)
  return {
    as: (identity, work, transaction = {}) => inTransaction(pool, { identity, transaction }, work),
    aside: async <Row extends pg.QueryResultRow>(statement: pg.QueryConfig) =>
      (await beside.query<Row>(statement)).rows,
    listen: listener.listen,
    async close() {
      await listener.close()
      await beside.end()
      await pool.end()
    },
  }
}

const ASIDE_LIMIT_MS = 3_000

interface PoolOptions {
  connectionString: string
  maxConnections?: number
  /** How long connecting and each statement may take; the connection of one that takes longer is given up. */
  limitMs?: number
}

/** A pool with this project's column types; for the owner's connection in migrations, jobs and tests. */
export function openPool(options: PoolOptions): pg.Pool {
  const config: pg.PoolConfig & { pipeline: boolean } = {
    connectionString: options.connectionString,
    max: options.maxConnections ?? 10,
    connectionTimeoutMillis: options.limitMs ?? 10_000,
    ...(options.limitMs && { query_timeout: options.limitMs }),
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    types: columnTypes,
    // Statements that do not wait for each other are pipelined: opening a transaction costs one round trip.
    pipeline: true,
  }
  const pool = new pg.Pool(config)
  // A broken idle connection is replaced at the next call; without a listener its error would end the process.
  pool.on('error', () => undefined)
  return pool
}

interface Opening {
  identity: Identity
  transaction: TransactionOptions
}

async function inTransaction<T>(pool: pg.Pool, opening: Opening, work: (tx: pg.PoolClient) => Promise<T>): Promise<T> {
  const tx = await pool.connect()
  // A checked-out connection reports its loss here; the running statement reports it to the caller.
  const onLoss = () => undefined
  tx.on('error', onLoss)
  let broken: Error | undefined
  joinWrites(tx)
  // Not awaited, so that the work's first statements go with it. If it fails, they find an aborted transaction.
  const begun = begin(tx, opening)
  begun.catch(() => undefined)
  try {
    const working = work(tx)
    const committed = opening.transaction.atOnce ? commit(tx) : undefined
    committed?.catch(() => undefined)
    const result = await working
    await begun
    await (committed ?? commit(tx))
    return result
  } catch (error) {
    broken = await rollBack(tx)
    await begun
    throw error
  } finally {
    tx.off('error', onLoss)
    tx.release(broken)
  }
}

/** Sends everything written in this turn of the event loop at once, because the write is a statement's largest cost. */
function joinWrites(tx: pg.PoolClient): void {
  if (!(tx instanceof pg.Client)) return
  const { stream } = tx.connection
  stream.cork()
  process.nextTick(() => stream.uncork())
}

async function begin(tx: pg.PoolClient, { identity, transaction }: Opening): Promise<void> {
  const settings: Record<string, string> = { ...transaction.settings }
  if (transaction.statementTimeoutMs !== undefined) settings.statement_timeout = String(transaction.statementTimeoutMs)
  settings['request.jwt.claims'] = JSON.stringify(identity.claims)
  settings.role = identity.role
  const names = Object.keys(settings)
  const calls = names.map((_, index) => `set_config($${2 * index + 1}, $${2 * index + 2}, true)`)
  const set = {
    name: `begin_${names.length}`,
    text: `select ${calls.join(', ')}`,
    values: Object.entries(settings).flat(),
  }
  const [begun, configured] = await Promise.allSettled([
    tx.query(transaction.readOnly ? 'begin read only' : 'begin'),
    tx.query(set),
  ])
  if (begun.status === 'rejected') throw begun.reason
  if (configured.status === 'rejected') throw configured.reason
}

async function commit(tx: pg.PoolClient): Promise<void> {
  const { command } = await tx.query('commit')
  if (command !== 'COMMIT') throw new Error('The transaction failed before its end, so nothing was committed.')
}

/** Undefined if the connection is known to be clean again, else why it must be discarded. */
async function rollBack(tx: pg.PoolClient): Promise<Error | undefined> {
  try {
    await tx.query('rollback')
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}
