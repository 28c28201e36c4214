import pg from 'pg'
import type { Queue } from '../http/queue.ts'
import { type Announcer, openAnnouncer } from './announcer.ts'
import { type Lane, openGate } from './lanes.ts'
import { type Listen, listenerFor } from './listener.ts'
import { openPrimary } from './primary.ts'
import type { ReadFigures } from './read-figures.ts'
import {
  demotedBy,
  type Identity,
  inTransaction,
  type Limits,
  noteLoss,
  type TransactionOptions,
  type Way,
  type Work,
} from './transaction.ts'
import { columnTypes } from './types.ts'
import { openVisitorReads, type VisitorRead } from './visitor-reads.ts'

export type { Identity }

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
  /** For a connection of those for requests. */
  waiting: Queue['waiting']
  /** Only where standbys answer reads. */
  readFigures?(): ReadFigures
  close(): Promise<void>
}

export interface OpenDatabaseOptions {
  /** Or one for each host that may be the primary; which of them is, is asked as often as it may have changed. */
  connectionString: string | readonly string[]
  /** Of a pooler of transactions in front of it; what needs a connection to itself goes by `connectionString` then. */
  poolers?: readonly string[]
  /** Open for requests at once; at most 15 more are for work in the background, live changes, readiness, ended sessions, announcements and visitors' reads. */
  maxConnections?: number
  /** Of requests. By default the server's own. */
  limits?: Limits
  /** Milliseconds until a call gives up that finds every connection of its lane in use; default 10,000. */
  waitMs?: number
  /** Milliseconds until a request gives up whose connection the server does not open; default 10,000. Work in the background takes as long. */
  connectWithinMs?: number
  /** For tests: no limit that a transaction names for its statements or locks is shorter, because a busy machine would run into it. */
  leastLimitMs?: number
  /**
   * Announces what transactions change after their commit instead of within it, so that commits do not wait for each other. Hears why
   * nothing can be sent. Without it, each transaction notifies by itself.
   */
  afterCommit?: { onFault(fault: unknown): void }
}

export const SERVICE: Identity = { role: 'service_role', claims: { role: 'service_role' } }

/** Each takes many statements at once, so few are enough; of one they would all stand behind whoever is slow. */
const VISITOR_CONNECTIONS = 3
/** For work in the background, and as many for live changes. */
const WORK_CONNECTIONS = 4
/** Background work may take long over many rows, but a server that is frozen does not hold it for ever. */
const WORK_LIMITS: Limits = { statementTimeoutMs: 300_000, lockTimeoutMs: 30_000 }
/** The listener's, that of the readiness check, that of ended sessions and that of announcements. */
const SINGLE_CONNECTIONS = 4

/** The most that `openDatabase` opens at once. */
export const connectionsOf = (maxConnections: number): number =>
  maxConnections + 2 * WORK_CONNECTIONS + VISITOR_CONNECTIONS + SINGLE_CONNECTIONS

/** Longer than the check waits, because a busy process comes late to its timers. */
const READINESS_LIMIT_MS = 3_000
const ASIDE_LIMIT_MS = 3_000
const SENDING_LIMIT_MS = 5_000
/** What the driver allows a statement beyond the server's own limit before it gives the connection up. */
const ANSWER_MARGIN_MS = 2_000

/** Connections of the login role `authenticator`, which owns nothing and can only switch to other roles. */
export function openDatabase({ connectionString, limits = {}, ...options }: OpenDatabaseOptions): Database {
  const total = options.maxConnections ?? 10
  const direct = openPrimary([connectionString].flat())
  const poolers = options.poolers ?? []
  const primary = poolers.length > 0 ? openPrimary(poolers, { isPooler: true }) : direct
  const patience = options.connectWithinMs === undefined ? {} : { connectWithinMs: options.connectWithinMs }
  const pool = openPool({ ...primary, ...patience, maxConnections: total, ...answerLimit(limits) })
  const apart = { ...primary, ...patience, maxConnections: WORK_CONNECTIONS, ...answerLimit(WORK_LIMITS) }
  const pools = {
    work: openPool(apart),
    live: openPool(apart),
    readiness: openPool({ ...primary, maxConnections: 1, answerWithinMs: READINESS_LIMIT_MS }),
    beside: openPool({ ...direct, maxConnections: 1, answerWithinMs: ASIDE_LIMIT_MS }),
    announcements: openPool({ ...direct, maxConnections: 1, answerWithinMs: SENDING_LIMIT_MS }),
  }
  const announcer =
    options.afterCommit && announcerOn({ primary: direct, pool: pools.announcements, limits: {} }, options.afterCommit)
  const listener = listenerFor(direct)
  const gate = openGate({ total, waitMs: options.waitMs ?? 10_000 })
  const least = options.leastLimitMs === undefined ? {} : { leastLimitMs: options.leastLimitMs }
  const visitors: { close(): Promise<void> }[] = []
  const through = (way: Way): Database => ({
    visitorReads(settings) {
      const opened = openVisitorReads({ primary: direct, connections: VISITOR_CONNECTIONS, settings })
      visitors.push(opened)
      return opened.read
    },
    as: (identity, work, transaction = {}) =>
      inTransaction({ ...way, ...(announcer && { announcer }) }, { identity, transaction }, work),
    async aside<Row extends pg.QueryResultRow>(statement: pg.QueryConfig) {
      try {
        return (await pools.beside.query<Row>(statement)).rows
      } catch (error) {
        throw noteLoss(direct, demotedBy(error, {}))
      }
    },
    listen: listener.listen,
    waiting: gate.waiting,
    lane(lane) {
      if (lane === 'readiness') return through({ primary, pool: pools.readiness, limits: {} })
      if (lane === 'work' || lane === 'live') return through({ primary, pool: pools[lane], limits: WORK_LIMITS })
      return through({ primary, pool, limits, ...least, enter: () => gate.enter(lane) })
    },
    async close() {
      await announcer?.stop()
      for (const one of [direct, primary]) one.close()
      await listener.close()
      await Promise.all([
        ...visitors.map((one) => one.close()),
        ...[pool, ...Object.values(pools)].map((one) => one.end()),
      ])
    },
  })
  return through({ primary, pool, limits, ...least, enter: () => gate.enter('reads') })
}

/** Nothing that is sent has to be on a disk, so this commit waits for none. */
function announcerOn(way: Way, { onFault }: { onFault(fault: unknown): void }): Announcer {
  const transaction = { atOnce: true, settings: { synchronous_commit: 'off' } }
  const sendAll = () =>
    inTransaction(way, { identity: SERVICE, transaction }, (tx) =>
      tx.query({ name: 'send_announcements', text: 'select realtime.send_announcements()' }),
    )
  return openAnnouncer({ sendAll, onFault })
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
  /** Or 10 seconds. */
  connectWithinMs?: number
}

/** A pool with this project's column types; for the owner's connection in migrations, jobs and tests. */
export function openPool(options: PoolOptions): pg.Pool {
  const config: pg.PoolConfig & { pipeline: boolean } = {
    connectionString: options.connectionString,
    ...(options.Client && { Client: options.Client }),
    max: options.maxConnections ?? 10,
    connectionTimeoutMillis: options.connectWithinMs ?? Math.min(options.answerWithinMs ?? 10_000, 10_000),
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
