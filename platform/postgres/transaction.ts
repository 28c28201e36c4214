import type pg from 'pg'
import { isConnectionLost, ServerDemoted } from './connections/connection-lost.ts'
import { type ConnectionPools, NoFreeConnection } from './connections/connection-pools.ts'
import { errorCode } from './fault.ts'
import { ANNOUNCEMENTS_PENDING, type Announcer } from './queries/announcer.ts'
import { corkWrites } from './queries/cork-writes.ts'
import { recordWrite } from './queries/track-writes.ts'
import type { Primary } from './servers/primary.ts'

/**
 * The caller: a role that `authenticator` may switch to, and the claims that policies read. `claims.sub` is the user's
 * id.
 */
export interface Identity {
  role: string
  claims: Record<string, unknown>
}

/** Timeouts, after which a statement fails and the transaction is rolled back. */
export interface Limits {
  /** Statement timeout in ms; the server's own by default. */
  statementTimeoutMs?: number
  /** Lock timeout in ms. */
  lockTimeoutMs?: number
}

export interface TransactionOptions extends Limits {
  readOnly?: boolean
  /**
   * Sends the commit together with the statements, in one round trip. The callback must issue all of them in its first
   * turn of the event loop; errors that it throws after reading their results don't roll back.
   */
  pipelinesCommit?: boolean
  /** Other settings, local to the transaction, e.g. `request.method`. */
  settings?: Record<string, string>
}

export type TransactionCallback<T> = (tx: pg.PoolClient, sendCommit: () => void) => Promise<T>

/** Maximum queue for a connection. The request pools have limits of their own; many live changes may arrive at once. */
const MAX_QUEUED = 2_000

/** The connection pool of a transaction, with its limits. */
export interface TransactionContext {
  primary: Primary
  pool: pg.Pool
  limits: Limits
  /** Lower bound of all limits. */
  leastLimitMs?: number
  /** Waits for a connection of a request pool; undefined for pools that no request uses. */
  enter?: () => ReturnType<ConnectionPools['acquire']>
  /** Publishes notifications after the commit; undefined if each transaction notifies itself. */
  announcer?: Announcer
}

/** Settings with which `realtime.announce` queues notifications until after the commit and reports it by a notice. */
const AFTER_COMMIT = { 'realtime.after_commit': 'on', client_min_messages: 'notice' }

interface TransactionStart {
  identity: Identity
  transaction: TransactionOptions
}

/** See `Database.as`. */
export async function inTransaction<T>(
  context: TransactionContext,
  start: TransactionStart,
  work: TransactionCallback<T>,
): Promise<T> {
  const leave = await context.enter?.()
  try {
    return await onConnection(context, start, work)
  } finally {
    leave?.()
  }
}

async function onConnection<T>(
  context: TransactionContext,
  { identity, transaction }: TransactionStart,
  work: TransactionCallback<T>,
): Promise<T> {
  const { primary, pool, announcer } = context
  const settings = { ...transaction.settings, ...(announcer && !transaction.readOnly && AFTER_COMMIT) }
  const start: TransactionStart = {
    identity,
    transaction: { ...transaction, ...limitsOf(context, transaction), settings },
  }
  if (pool.waitingCount >= MAX_QUEUED) throw new NoFreeConnection(`The queue of the pool is full (${MAX_QUEUED})`)
  const tx = await pool.connect()
  // A connection in use reports its loss here; the running statement reports it to the caller.
  const onLoss = () => undefined
  tx.on('error', onLoss)
  let hasNotifications = false
  const onNotice = ({ code }: { code?: string | undefined }) => {
    hasNotifications ||= code === ANNOUNCEMENTS_PENDING
  }
  if (announcer) tx.on('notice', onNotice)
  let broken: Error | undefined
  corkWrites(tx)
  // This isn't awaited, so that it is sent with the callback's first statements. If it fails, they find an aborted
  // transaction.
  const beginning = begin(tx, start)
  beginning.catch(() => undefined)
  let committed: Promise<void> | undefined
  const sendCommit = () => {
    committed ??= commit(tx).then(() => {
      if (hasNotifications) announcer?.send()
      // Without an announcer, PostgreSQL doesn't report which transactions have queued notifications.
      if (hasNotifications || !(announcer || transaction.readOnly)) recordWrite()
    })
    committed.catch(() => undefined)
  }
  try {
    const working = work(tx, sendCommit)
    if (start.transaction.pipelinesCommit) sendCommit()
    const result = await working
    await beginning
    sendCommit()
    await committed
    return result
  } catch (error) {
    const fault = reportLoss(primary, asDemotion(error, start.transaction))
    broken = fault instanceof ServerDemoted ? fault : await rollBack(tx)
    await beginning
    throw fault
  } finally {
    tx.off('error', onLoss)
    tx.off('notice', onNotice)
    tx.release(broken)
  }
}

/** The limits of the transaction, or those of its pool. */
function limitsOf({ limits, leastLimitMs = 0 }: TransactionContext, transaction: Limits): Limits {
  const wanted = { ...limits, ...transaction }
  const longer = (limitMs: number | undefined) => (limitMs === undefined ? undefined : Math.max(limitMs, leastLimitMs))
  const [statementTimeoutMs, lockTimeoutMs] = [longer(wanted.statementTimeoutMs), longer(wanted.lockTimeoutMs)]
  return {
    ...(statementTimeoutMs !== undefined && { statementTimeoutMs }),
    ...(lockTimeoutMs !== undefined && { lockTimeoutMs }),
  }
}

/**
 * Converts read_only_sql_transaction to `ServerDemoted` unless the transaction is read-only by request: the whole
 * server is read-only then.
 */
export function asDemotion(error: unknown, { readOnly }: TransactionOptions): unknown {
  if (readOnly || errorCode(error) !== '25006') return error
  return new ServerDemoted('The server is read-only', { cause: error })
}

/** Reports a fault that the loss of the primary would explain; returns the fault. */
export function reportLoss(primary: Primary, fault: unknown): unknown {
  if (fault instanceof ServerDemoted) primary.reportDemotion()
  else if (isConnectionLost(fault)) primary.reportFailure()
  return fault
}

async function begin(tx: pg.PoolClient, { identity, transaction }: TransactionStart): Promise<void> {
  const { statementTimeoutMs, lockTimeoutMs } = transaction
  const settings: Record<string, string> = {
    ...(statementTimeoutMs !== undefined && { statement_timeout: String(statementTimeoutMs) }),
    ...(lockTimeoutMs !== undefined && { lock_timeout: String(lockTimeoutMs) }),
    ...transaction.settings,
  }
  settings['request.jwt.claims'] = JSON.stringify(identity.claims)
  settings.role = identity.role
  const names = Object.keys(settings)
  const calls = names.map((_, index) => `set_config($${2 * index + 1}, $${2 * index + 2}, true)`)
  const set = {
    name: `begin_${names.length}`,
    text: `select ${calls.join(', ')}`,
    values: Object.entries(settings).flat(),
  }
  const [beginning, configured] = await Promise.allSettled([
    tx.query(transaction.readOnly ? 'begin read only' : 'begin'),
    tx.query(set),
  ])
  if (beginning.status === 'rejected') throw beginning.reason
  if (configured.status === 'rejected') throw configured.reason
}

async function commit(tx: pg.PoolClient): Promise<void> {
  const { command } = await tx.query('commit')
  if (command !== 'COMMIT') throw new Error('The transaction failed before its end, so nothing was committed.')
}

/** Undefined if the rollback succeeded, otherwise why the connection must be discarded. */
async function rollBack(tx: pg.PoolClient): Promise<Error | undefined> {
  try {
    await tx.query('rollback')
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}
