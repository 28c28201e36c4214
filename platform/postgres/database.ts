import pg from 'pg'
import { type Listen, listenerFor } from './listener.ts'
import { columnTypes } from './types.ts'

/** Who asks: a role that `authenticator` may become, and the claims that policies read. `claims.sub` is the user's id. */
export interface Identity {
  role: string
  claims: Record<string, unknown>
}

export interface TransactionOptions {
  readOnly?: boolean
  /** Milliseconds a single statement may take; without it the server's own limit holds. */
  statementTimeoutMs?: number
  /**
   * The work asks all it has to ask in its first turn, so the commit travels with it: one way to the server and back. What
   * the work decides by the answers comes after the commit and undoes nothing.
   */
  atOnce?: boolean
  /** Further settings, local to the transaction, e.g. `request.method`. */
  settings?: Record<string, string>
}

export interface Database {
  /**
   * One transaction under a role; role and claims are local to it. Commits when `work` resolves, rolls back when it
   * throws. Throws too when `work` swallowed an error of the database, because then nothing was kept.
   * Values arrive as `types.ts` says: `int8` as bigint, `numeric` and `date` as text.
   */
  as<T>(identity: Identity, work: (tx: pg.PoolClient) => Promise<T>, options?: TransactionOptions): Promise<T>
  listen: Listen
  close(): Promise<void>
}

export const SERVICE: Identity = { role: 'service_role', claims: { role: 'service_role' } }

/** A pool of the login role `authenticator`, which owns nothing and may only become one of the others. */
export function openDatabase(options: { connectionString: string; maxConnections?: number }): Database {
  const pool = openPool(options)
  const listener = listenerFor(options.connectionString)
  return {
    as: (identity, work, transaction = {}) => inTransaction(pool, { identity, transaction }, work),
    listen: listener.listen,
    async close() {
      await listener.close()
      await pool.end()
    },
  }
}

/** A pool with this project's column types; for the owner's connection in migrations, jobs and tests. */
export function openPool(options: { connectionString: string; maxConnections?: number }): pg.Pool {
  const config: pg.PoolConfig & { pipeline: boolean } = {
    connectionString: options.connectionString,
    max: options.maxConnections ?? 10,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    types: columnTypes,
    // Statements that do not wait for each other travel together: a transaction's opening costs one round trip.
    pipeline: true,
  }
  const pool = new pg.Pool(config)
  // An idle connection that breaks is replaced at the next call; without a listener it would end the process.
  pool.on('error', () => undefined)
  return pool
}

interface Opening {
  identity: Identity
  transaction: TransactionOptions
}

async function inTransaction<T>(pool: pg.Pool, opening: Opening, work: (tx: pg.PoolClient) => Promise<T>): Promise<T> {
  const tx = await pool.connect()
  // A connection checked out of the pool reports its loss here; the running statement reports it to the caller.
  const onLoss = () => undefined
  tx.on('error', onLoss)
  let broken: Error | undefined
  joinWrites(tx)
  // Not awaited: the first statements of the work travel with it. Should it fail, they find an aborted transaction.
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

/** What is written in this turn of the event loop travels together: writes are what a statement costs most. */
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
  if (command !== 'COMMIT') throw new Error('The transaction had failed before its end, so nothing was kept.')
}

/** Undefined when the connection is known to be clean again, else the reason why it has to be thrown away. */
async function rollBack(tx: pg.PoolClient): Promise<Error | undefined> {
  try {
    await tx.query('rollback')
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}
