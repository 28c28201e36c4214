import pg from 'pg'
import { isConnectionLost, ServerDemoted } from './connection-lost.ts'
import { errorCode } from './fault.ts'
import { joinWrites } from './join-writes.ts'
import { type Gate, type Lane, openGate } from './lanes.ts'
import { type Listen, listenerFor } from './listener.ts'
import { openPrimary, type Primary } from './primary.ts'
import type { ReadFigures } from './read-figures.ts'
import { columnTypes } from './types.ts'
import { openVisitorReads, type VisitorRead } from './visitor-reads.ts'

/** The caller: a role that `authenticator` may take, and the claims that policies read. `claims.sub` is the user's id. */
export interface Identity {
  role: string
  claims: Record<string, unknown>
}

interface TransactionOptions extends Limits {
  readOnly?: boolean
  /**
   * The work issues all its statements in its first turn, so the commit goes with them in one round trip. Whatever the
   * work decides from the answers comes after the commit and rolls nothing back.
   */
  atOnce?: boolean
  /** Other settings, local to the transaction, e.g. `request.method`. */
  settings?: Record<string, string>
}

type Work<T> = (tx: pg.PoolClient, sendCommit: () => void) => Promise<T>

export interface Database {
  /**
   * One transaction under a role; role and claims are local to it. Commits when `work` resolves, rolls back when it
   * throws. Also throws if `work` swallowed a database error, because then nothing was committed.
   * `sendCommit` sends the commit along with the statements of this turn, which are the last: what the work decides from their answers rolls nothing back.
   * Values arrive as `types.ts` says: `int8` as bigint, `numeric` and `date` as text.
   */
  as<T>(identity: Identity, work: Work<T>, options?: TransactionOptions): Promise<T>
  /**
   * One short statement of the login role, on a connection that nothing else uses: it waits for nobody, and fails when
   * there is no answer within 3 seconds.
   */
  aside<Row extends pg.QueryResultRow>(statement: pg.QueryConfig): Promise<Row[]>
  /** Reads of visitors on connections of their own, which have these settings for as long as they last. */
  visitorReads(settings: Record<string, string>): VisitorRead
  listen: Listen
  /** The same database through connections that the other lanes cannot use up. Without it, `reads`. */
  lane(lane: Lane | 'work' | 'live' | 'readiness'): Database
  /** Only where standbys answer reads. */
  readFigures?(): ReadFigures
  close(): Promise<void>
}

/** How long a statement may hold its connection; past that it ends as an error, and nothing is kept. */
interface Limits {
  /** Milliseconds one statement may take; by default the server's own limit applies. */
  statementTimeoutMs?: number
  /** Milliseconds to wait for a lock that somebody else holds. */
  lockTimeoutMs?: number
}

export interface OpenDatabaseOptions {
  /** Or one for each host that may be the primary; which of them is, is asked as often as it may have changed. */
  connectionString: string | readonly string[]
  /** Of a pooler of transactions in front of it; what needs a connection to itself goes by `connectionString` then. */
  poolers?: readonly string[]
  /** Open for requests at once; at most 14 more are for work in the background, live changes, readiness, ended sessions and visitors' reads. */
  maxConnections?: number
  /** Of requests. By default the server's own. */
  limits?: Limits
  /** Milliseconds until a call gives up that finds every connection of its lane in use; default 10,000. */
  waitMs?: number
}

export const SERVICE: Identity = { role: 'service_role', claims: { role: 'service_role' } }

/** Each takes many statements at once, so few are enough; of one they would all stand behind whoever is slow. */
const VISITOR_CONNECTIONS = 3
/** For work in the background, and as many for live changes. */
const WORK_CONNECTIONS = 4
/** Background work may take long over many rows, but a server that is frozen does not hold it for ever. */
const WORK_LIMITS: Limits = { statementTimeoutMs: 300_000, lockTimeoutMs: 30_000 }
/** Longer than the check waits, because a busy process comes late to its timers. */
const READINESS_LIMIT_MS = 3_000
const ASIDE_LIMIT_MS = 3_000
/** What the driver allows a statement beyond the server's own limit before it gives the connection up. */
const ANSWER_MARGIN_MS = 2_000

/** Connections of the login role `authenticator`, which owns nothing and can only switch to other roles. */
export function openDatabase({ connectionString, limits = {}, ...options }: OpenDatabaseOptions): Database {
  const total = options.maxConnections ?? 10
  const direct = openPrimary([connectionString].flat())
  const poolers = options.poolers ?? []
  const primary = poolers.length > 0 ? openPrimary(poolers, { isPooler: true }) : direct
  const pool = openPool({ ...primary, maxConnections: total, ...answerLimit(limits) })
  const apart = { ...primary, maxConnections: WORK_CONNECTIONS, ...answerLimit(WORK_LIMITS) }
  const pools = {
    work: openPool(apart),
    live: openPool(apart),
    readiness: openPool({ ...primary, maxConnections: 1, answerWithinMs: READINESS_LIMIT_MS }),
    beside: openPool({ ...direct, maxConnections: 1, answerWithinMs: ASIDE_LIMIT_MS }),
  }
  const listener = listenerFor(direct)
  const gate = openGate({ total, waitMs: options.waitMs ?? 10_000 })
  const visitors: { close(): Promise<void> }[] = []
  const through = (way: Way): Database => ({
    visitorReads(settings) {
      const opened = openVisitorReads({ primary: direct, connections: VISITOR_CONNECTIONS, settings })
      visitors.push(opened)
      return opened.read
    },
    as: (identity, work, transaction = {}) => inTransaction(way, { identity, transaction }, work),
    async aside<Row extends pg.QueryResultRow>(statement: pg.QueryConfig) {
      try {
        return (await pools.beside.query<Row>(statement)).rows
      } catch (error) {
        throw noteLoss(direct, demotedBy(error, {}))
      }
    },
    listen: listener.listen,
    lane(lane) {
      if (lane === 'readiness') return through({ primary, pool: pools.readiness, limits: {} })
      if (lane === 'work' || lane === 'live') return through({ primary, pool: pools[lane], limits: WORK_LIMITS })
      return through({ primary, pool, limits, enter: () => gate.enter(lane) })
    },
    async close() {
      for (const one of [direct, primary]) one.close()
      await listener.close()
      await Promise.all([
        ...visitors.map((one) => one.close()),
        ...[pool, ...Object.values(pools)].map((one) => one.end()),
      ])
    },
  })
  return through({ primary, pool, limits, enter: () => gate.enter('reads') })
}

function answerLimit({ statementTimeoutMs }: Limits): { answerWithinMs?: number } {
  return statementTimeoutMs === undefined ? {} : { answerWithinMs: statementTimeoutMs + ANSWER_MARGIN_MS }
}

interface PoolOptions {
  connectionString: string
  /** What connects, if it is not the driver by itself. */
  Client?: typeof pg.Client
  maxConnections?: number
  /** A statement without an answer by then ends its connection: the server may be frozen, or the network gone. */
  answerWithinMs?: number
}

/** A pool with this project's column types; for the owner's connection in migrations, jobs and tests. */
export function openPool(options: PoolOptions): pg.Pool {
  const config: pg.PoolConfig & { pipeline: boolean } = {
    connectionString: options.connectionString,
    ...(options.Client && { Client: options.Client }),
    max: options.maxConnections ?? 10,
    connectionTimeoutMillis: Math.min(options.answerWithinMs ?? 10_000, 10_000),
    ...(options.answerWithinMs !== undefined && { query_timeout: options.answerWithinMs }),
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    // Without it, the system asks after hours whether the other end of an idle connection still lives.
    keepAliveInitialDelayMillis: 10_000,
    types: columnTypes,
    // Statements that do not wait for each other are pipelined: opening a transaction costs one round trip.
    pipeline: true,
  }
  const pool = new pg.Pool(config)
  // A broken idle connection is replaced at the next call; without a listener its error would end the process.
  pool.on('error', () => undefined)
  return pool
}

interface Way {
  primary: Primary
  pool: pg.Pool
  limits: Limits
  enter?: () => ReturnType<Gate['enter']>
}

interface Opening {
  identity: Identity
  transaction: TransactionOptions
}

async function inTransaction<T>(way: Way, opening: Opening, work: Work<T>): Promise<T> {
  const leave = await way.enter?.()
  try {
    return await onConnection(way, opening, work)
  } finally {
    leave?.()
  }
}

async function onConnection<T>(
  { primary, pool, limits }: Way,
  { identity, transaction }: Opening,
  work: Work<T>,
): Promise<T> {
  const opening: Opening = { identity, transaction: { ...limits, ...transaction } }
  const tx = await pool.connect()
  // A checked-out connection reports its loss here; the running statement reports it to the caller.
  const onLoss = () => undefined
  tx.on('error', onLoss)
  let broken: Error | undefined
  joinWrites(tx)
  // Not awaited, so that the work's first statements go with it. If it fails, they find an aborted transaction.
  const begun = begin(tx, opening)
  begun.catch(() => undefined)
  let committed: Promise<void> | undefined
  const sendCommit = () => {
    committed ??= commit(tx)
    committed.catch(() => undefined)
  }
  try {
    const working = work(tx, sendCommit)
    if (opening.transaction.atOnce) sendCommit()
    const result = await working
    await begun
    await (committed ?? commit(tx))
    return result
  } catch (error) {
    const fault = noteLoss(primary, demotedBy(error, opening.transaction))
    broken = fault instanceof ServerDemoted ? fault : await rollBack(tx)
    await begun
    throw fault
  } finally {
    tx.off('error', onLoss)
    tx.release(broken)
  }
}

/** A write is refused where nobody asked for a read-only transaction: then the whole server is read-only. */
function demotedBy(error: unknown, { readOnly }: TransactionOptions): unknown {
  if (readOnly || errorCode(error) !== '25006') return error
  return new ServerDemoted('The server takes no writes any more', { cause: error })
}

function noteLoss(primary: Primary, fault: unknown): unknown {
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
