import type pg from 'pg'
import { ANNOUNCEMENTS_WAIT, type Announcer } from './announcer.ts'
import { isConnectionLost, ServerDemoted } from './connection-lost.ts'
import { errorCode } from './fault.ts'
import { joinWrites } from './join-writes.ts'
import { type Gate, NoFreeConnection } from './lanes.ts'
import { noteWrite } from './noted-writes.ts'
import type { Primary } from './primary.ts'

/** The caller: a role that `authenticator` may take, and the claims that policies read. `claims.sub` is the user's id. */
export interface Identity {
  role: string
  claims: Record<string, unknown>
}

/** How long a statement may hold its connection; past that it ends as an error, and nothing is kept. */
export interface Limits {
  /** Milliseconds one statement may take; by default the server's own limit applies. */
  statementTimeoutMs?: number
  /** Milliseconds to wait for a lock that somebody else holds. */
  lockTimeoutMs?: number
}

export interface TransactionOptions extends Limits {
  readOnly?: boolean
  /**
   * The work issues all its statements in its first turn, so the commit goes with them in one round trip. Whatever the
   * work decides from the answers comes after the commit and rolls nothing back.
   */
  atOnce?: boolean
  /** Other settings, local to the transaction, e.g. `request.method`. */
  settings?: Record<string, string>
}

export type Work<T> = (tx: pg.PoolClient, sendCommit: () => void) => Promise<T>

/** For a connection of one pool. The lanes of requests bound their own; live changes of many people may come at once. */
const MOST_WAITING = 2_000

/** Over which connections, and what else a transaction there needs. */
export interface Way {
  primary: Primary
  pool: pg.Pool
  limits: Limits
  /** No limit is shorter. */
  leastLimitMs?: number
  enter?: () => ReturnType<Gate['enter']>
  announcer?: Announcer
}

/** What `realtime.announce` asks for, and needs to say that something waits. */
const AFTER_COMMIT = { 'realtime.after_commit': 'on', client_min_messages: 'notice' }

interface Opening {
  identity: Identity
  transaction: TransactionOptions
}

/** As `Database.as` says. */
export async function inTransaction<T>(way: Way, opening: Opening, work: Work<T>): Promise<T> {
  const leave = await way.enter?.()
  try {
    return await onConnection(way, opening, work)
  } finally {
    leave?.()
  }
}

async function onConnection<T>(way: Way, { identity, transaction }: Opening, work: Work<T>): Promise<T> {
  const { primary, pool, announcer } = way
  const settings = { ...transaction.settings, ...(announcer && !transaction.readOnly && AFTER_COMMIT) }
  const opening: Opening = { identity, transaction: { ...transaction, ...limitsOf(way, transaction), settings } }
  if (pool.waitingCount >= MOST_WAITING) throw new NoFreeConnection(`${MOST_WAITING} wait for a connection already`)
  const tx = await pool.connect()
  // A checked-out connection reports its loss here; the running statement reports it to the caller.
  const onLoss = () => undefined
  tx.on('error', onLoss)
  let announces = false
  const onNotice = ({ code }: { code?: string | undefined }) => {
    announces ||= code === ANNOUNCEMENTS_WAIT
  }
  if (announcer) tx.on('notice', onNotice)
  let broken: Error | undefined
  joinWrites(tx)
  // Not awaited, so that the work's first statements go with it. If it fails, they find an aborted transaction.
  const begun = begin(tx, opening)
  begun.catch(() => undefined)
  let committed: Promise<void> | undefined
  const sendCommit = () => {
    committed ??= commit(tx).then(() => {
      if (announces) announcer?.send()
      // Without an announcer PostgreSQL does not say which transactions have announced anything.
      if (announces || !(announcer || transaction.readOnly)) noteWrite()
    })
    committed.catch(() => undefined)
  }
  try {
    const working = work(tx, sendCommit)
    if (opening.transaction.atOnce) sendCommit()
    const result = await working
    await begun
    sendCommit()
    await committed
    return result
  } catch (error) {
    const fault = noteLoss(primary, demotedBy(error, opening.transaction))
    broken = fault instanceof ServerDemoted ? fault : await rollBack(tx)
    await begun
    throw fault
  } finally {
    tx.off('error', onLoss)
    tx.off('notice', onNotice)
    tx.release(broken)
  }
}

/** Those that a transaction names, else those of its way. */
function limitsOf({ limits, leastLimitMs = 0 }: Way, transaction: Limits): Limits {
  const wanted = { ...limits, ...transaction }
  const longer = (limitMs: number | undefined) => (limitMs === undefined ? undefined : Math.max(limitMs, leastLimitMs))
  const [statementTimeoutMs, lockTimeoutMs] = [longer(wanted.statementTimeoutMs), longer(wanted.lockTimeoutMs)]
  return {
    ...(statementTimeoutMs !== undefined && { statementTimeoutMs }),
    ...(lockTimeoutMs !== undefined && { lockTimeoutMs }),
  }
}

/** A write is refused where nobody asked for a read-only transaction: then the whole server is read-only. */
export function demotedBy(error: unknown, { readOnly }: TransactionOptions): unknown {
  if (readOnly || errorCode(error) !== '25006') return error
  return new ServerDemoted('The server takes no writes any more', { cause: error })
}

/** Has the primary looked for if the fault says that it may be another one by now; returns the fault. */
export function noteLoss(primary: Primary, fault: unknown): unknown {
  if (fault instanceof ServerDemoted) primary.demoted()
  else if (isConnectionLost(fault)) primary.suspect()
  return fault
}

async function begin(tx: pg.PoolClient, { identity, transaction }: Opening): Promise<void> {
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
