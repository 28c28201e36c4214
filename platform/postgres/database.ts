import pg from 'pg'
import type { Queue } from '#platform/queues/queue.ts'
import { openConnectionPools, type PoolName } from './connections/connection-pools.ts'
import { type Announcer, openAnnouncer } from './queries/announcer.ts'
import { type AnonymousQuery, openAnonymousQueries } from './queries/anonymous-queries.ts'
import { type Listen, openListener } from './queries/listener.ts'
import { openPrimary } from './servers/primary.ts'
import type { ReadStats } from './servers/read-stats.ts'
import {
  asDemotion,
  type Identity,
  inTransaction,
  type Limits,
  reportLoss,
  type TransactionCallback,
  type TransactionContext,
  type TransactionOptions,
} from './transaction.ts'
import { columnTypes } from './types.ts'

export type { Identity }

export interface Database {
  /**
   * Runs one transaction under a role; role and claims are local to it. Commits when the callback resolves, rolls back
   * when it throws. Also throws if the callback swallowed a database error, because nothing was committed then.
   * `sendCommit` sends the commit along with the statements of the current turn, which must be the last: errors thrown
   * after it don't roll back. Column values are converted as in `types.ts`: `int8` to bigint, `numeric` and `date` to
   * text.
   */
  as<T>(identity: Identity, work: TransactionCallback<T>, options?: TransactionOptions): Promise<T>
  /**
   * Runs one short statement as the login role on a reserved connection, so that it is never queued. Fails after 3
   * seconds without a result.
   */
  queryReserved<Row extends pg.QueryResultRow>(statement: pg.QueryConfig): Promise<Row[]>
  /** Opens dedicated connections for anonymous reads, which have these settings for their lifetime. */
  anonymousQueries(settings: Record<string, string>): AnonymousQuery
  listen: Listen
  /**
   * The same database through another connection pool, whose connections the others can't exhaust. The default is
   * `reads`. `work` is for jobs and everything else in the background, `live` for websockets and the response cache,
   * `readiness` for /readyz; the other pools are for requests and share `maxConnections`.
   */
  pool(name: PoolName | 'work' | 'live' | 'readiness'): Database
  /** Queue for a connection of the request pools. */
  waiting: Queue['waiting']
  /** Undefined without standbys. */
  readStats?(): ReadStats
  close(): Promise<void>
}

export interface OpenDatabaseOptions {
  /**
   * Or one for each host that may be the primary; which of them is writable is queried whenever it may have changed.
   */
  connectionString: string | readonly string[]
  /** Connection strings of a pooler in transaction mode. Statements that need a session use `connectionString` then. */
  poolers?: readonly string[]
  /**
   * Maximum connections for requests. At most 15 more are opened for background work, live changes, readiness, session
   * checks, notifications and anonymous reads.
   */
  maxConnections?: number
  /** Limits of requests; the server's own by default. */
  limits?: Limits
  /** Maximum time in the queue of a pool, in ms; default 10,000. */
  waitMs?: number
  /** Connection timeout in ms, also for background work; default 10,000. */
  connectWithinMs?: number
  /** For tests on a busy machine: lower bound of the limits that transactions set for statements and locks. */
  leastLimitMs?: number
  /**
   * Publishes notifications after the commit instead of within it, because NOTIFY serialises commits. `onFault` is
   * called if they can't be published. Without it, each transaction notifies itself.
   */
  afterCommit?: { onFault(fault: unknown): void }
}

export const SERVICE: Identity = { role: 'service_role', claims: { role: 'service_role' } }
export const VISITOR: Identity = { role: 'anon', claims: { role: 'anon' } }

/** Each is pipelined, so few suffice; with only one, a slow statement would block all others. */
const ANONYMOUS_CONNECTIONS = 3
/** Size of the pool for background work, and of the one for live changes. */
const BACKGROUND_CONNECTIONS = 4
/** Background work may take long over many rows, but a frozen server must not block it for ever. */
const BACKGROUND_LIMITS: Limits = { statementTimeoutMs: 300_000, lockTimeoutMs: 30_000 }
/** One each for the listener, the readiness check, session checks and notifications. */
const SINGLE_CONNECTIONS = 4

/** Maximum connections that `openDatabase` opens. */
export const maxConnectionsOpened = (maxConnections: number): number =>
  maxConnections + 2 * BACKGROUND_CONNECTIONS + ANONYMOUS_CONNECTIONS + SINGLE_CONNECTIONS

/** Longer than the check's own timeout, because timers of a busy process fire late. */
const READINESS_LIMIT_MS = 3_000
const RESERVED_LIMIT_MS = 3_000
const NOTIFY_LIMIT_MS = 5_000
/** Added to the server's statement timeout before the driver closes the connection. */
const RESULT_MARGIN_MS = 2_000

/**
 * Opens the connection pools of the login role `authenticator`, which owns nothing and can only switch to other roles.
 */
export function openDatabase({ connectionString, limits = {}, ...options }: OpenDatabaseOptions): Database {
  const total = options.maxConnections ?? 10
  const direct = openPrimary([connectionString].flat())
  const poolers = options.poolers ?? []
  const primary = poolers.length > 0 ? openPrimary(poolers, { isPooler: true }) : direct
  const connectTimeout = options.connectWithinMs === undefined ? {} : { connectWithinMs: options.connectWithinMs }
  const pool = openPool({ ...primary, ...connectTimeout, maxConnections: total, ...answerTimeout(limits) })
  const background = {
    ...primary,
    ...connectTimeout,
    maxConnections: BACKGROUND_CONNECTIONS,
    ...answerTimeout(BACKGROUND_LIMITS),
  }
  const pools = {
    work: openPool(background),
    live: openPool(background),
    readiness: openPool({ ...primary, maxConnections: 1, answerWithinMs: READINESS_LIMIT_MS }),
    reserved: openPool({ ...direct, maxConnections: 1, answerWithinMs: RESERVED_LIMIT_MS }),
    announcements: openPool({ ...direct, maxConnections: 1, answerWithinMs: NOTIFY_LIMIT_MS }),
  }
  const announcer =
    options.afterCommit &&
    openTransactionAnnouncer({ primary: direct, pool: pools.announcements, limits: {} }, options.afterCommit)
  const listener = openListener(direct)
  const requestPools = openConnectionPools({ total, waitMs: options.waitMs ?? 10_000 })
  const minimum = options.leastLimitMs === undefined ? {} : { leastLimitMs: options.leastLimitMs }
  const anonymousReaders: { close(): Promise<void> }[] = []
  const databaseThrough = (way: TransactionContext): Database => ({
    anonymousQueries(settings) {
      const opened = openAnonymousQueries({ primary: direct, connections: ANONYMOUS_CONNECTIONS, settings })
      anonymousReaders.push(opened)
      return opened.read
    },
    as: (identity, work, transaction = {}) =>
      inTransaction({ ...way, ...(announcer && { announcer }) }, { identity, transaction }, work),
    async queryReserved<Row extends pg.QueryResultRow>(statement: pg.QueryConfig) {
      try {
        return (await pools.reserved.query<Row>(statement)).rows
      } catch (error) {
        throw reportLoss(direct, asDemotion(error, {}))
      }
    },
    listen: listener.listen,
    waiting: requestPools.waiting,
    pool(name) {
      if (name === 'readiness') return databaseThrough({ primary, pool: pools.readiness, limits: {} })
      if (name === 'work' || name === 'live')
        return databaseThrough({ primary, pool: pools[name], limits: BACKGROUND_LIMITS })
      return databaseThrough({ primary, pool, limits, ...minimum, enter: () => requestPools.acquire(name) })
    },
    async close() {
      await announcer?.stop()
      for (const one of [direct, primary]) one.close()
      await listener.close()
      await Promise.all([
        ...anonymousReaders.map((one) => one.close()),
        ...[pool, ...Object.values(pools)].map((one) => one.end()),
      ])
    },
  })
  return databaseThrough({ primary, pool, limits, ...minimum, enter: () => requestPools.acquire('reads') })
}

/** Notifications needn't be durable, so the commit doesn't wait for the disk. */
function openTransactionAnnouncer(way: TransactionContext, { onFault }: { onFault(fault: unknown): void }): Announcer {
  const transaction = { pipelinesCommit: true, settings: { synchronous_commit: 'off' } }
  const sendAll = () =>
    inTransaction(way, { identity: SERVICE, transaction }, (tx) =>
      tx.query({ name: 'send_announcements', text: 'select realtime.send_announcements()' }),
    )
  return openAnnouncer({ sendAll, onFault })
}

function answerTimeout({ statementTimeoutMs }: Limits): { answerWithinMs?: number } {
  return statementTimeoutMs === undefined ? {} : { answerWithinMs: statementTimeoutMs + RESULT_MARGIN_MS }
}

interface PoolOptions {
  connectionString: string
  /** The client class; the driver's own by default. */
  Client?: typeof pg.Client
  maxConnections?: number
  /** Timeout of a statement, after which its connection is closed: the server may be frozen, or the network down. */
  answerWithinMs?: number
  /** Connection timeout; 10 seconds by default. */
  connectWithinMs?: number
}

/** Opens a pool with this project's column types; for the owner's connection in migrations, jobs and tests. */
export function openPool(options: PoolOptions): pg.Pool {
  const config: pg.PoolConfig & { pipeline: boolean } = {
    connectionString: options.connectionString,
    ...(options.Client && { Client: options.Client }),
    max: options.maxConnections ?? 10,
    connectionTimeoutMillis: options.connectWithinMs ?? Math.min(options.answerWithinMs ?? 10_000, 10_000),
    ...(options.answerWithinMs !== undefined && { query_timeout: options.answerWithinMs }),
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    // Otherwise the operating system takes hours to detect a dead peer on an idle connection.
    keepAliveInitialDelayMillis: 10_000,
    types: columnTypes,
    // Independent statements are pipelined, so that opening a transaction costs one round trip.
    pipeline: true,
  }
  const pool = new pg.Pool(config)
  // A broken idle connection is replaced at the next call; without a listener its error would end the process.
  pool.on('error', () => undefined)
  return pool
}
