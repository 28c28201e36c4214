import { setTimeout as delay } from 'node:timers/promises'
import { isConnectionLost } from '../connections/connection-lost.ts'
import { type Database, type OpenDatabaseOptions, openDatabase } from '../database.ts'
import { errorCode } from '../fault.ts'
import type { AnonymousQuery } from '../queries/anonymous-queries.ts'
import { type MarkedTimeline, openPrimaryLog } from './log-position.ts'
import { openStandby, type Standby, StandbyLost } from './standby.ts'

/** The options that the primary was opened with, and its standbys. */
interface ReadServersOptions extends OpenDatabaseOptions {
  /** Connection strings of the login role; if empty, the primary serves all reads. */
  standbys: string[]
  report(text: string): void
}

/** A standby, or undefined for the primary. */
type ReadServer = Standby | undefined

const POLL_INTERVAL_MS = 200
/** Pools whose reads a standby may serve. Sign-in, commands, jobs and live changes stay on the primary. */
const POOLS_ON_STANDBYS = ['reads', 'anonymous']

/**
 * Serves reads from standbys without visible staleness: before each read the primary is queried for its log position,
 * and a standby that hasn't replayed up to it is skipped (decision 0069).
 */
export function withReadServers(primary: Database, options: ReadServersOptions): Database {
  const { standbys: addresses, report, ...primaryOptions } = options
  if (addresses.length === 0) return primary
  const counts = { standby: 0, primary: 0, repeated: 0, questions: 0 }
  const log = openPrimaryLog(primary, () => (counts.questions += 1))
  const standbys = addresses.map((connectionString) =>
    openStandby({ connectionString, database: openDatabase({ ...primaryOptions, connectionString }), report }),
  )
  const closing = new AbortController()
  const polling = pollStandbys()
  let next = 0

  async function pollStandbys(): Promise<void> {
    let current: MarkedTimeline | undefined
    while (!closing.signal.aborted) {
      try {
        const position = await log.position()
        if (current?.timeline !== position.timeline) current = await log.markedTimeline()
        await Promise.all(standbys.map((standby) => standby.poll(current as MarkedTimeline, position)))
      } catch {
        // Without the primary's position, all reads stay on the primary.
      }
      await delay(POLL_INTERVAL_MS, undefined, { ref: false, signal: closing.signal }).catch(() => undefined)
    }
  }

  /** Round-robin among the standbys that are ready; undefined if only the primary can serve the read. */
  async function choose(): Promise<ReadServer> {
    const ready = standbys.filter((standby) => standby.isReady())
    next += 1
    const standby = ready[next % ready.length]
    if (!standby) return undefined
    try {
      return (await standby.hasReplayed(await log.position())) ? standby : undefined
    } catch {
      return undefined
    }
  }

  async function readFromStandby<T>(read: (database: Database) => Promise<T>, onPrimary: Database): Promise<T> {
    const standby = await choose()
    if (standby) {
      try {
        const result = await standby.unlessLost(read(standby.database))
        counts.standby += 1
        return result
      } catch (error) {
        if (!isStandbyError(error)) throw error
        if (isConnectionLost(error)) standby.reportFailure(error)
        counts.repeated += 1
      }
    }
    counts.primary += 1
    return read(onPrimary)
  }

  /** Returns undefined for a read that a standby can't finish, so that the caller runs it as an ordinary read. */
  function standbyReads(onPrimary: Database, settings: Record<string, string>): AnonymousQuery {
    const primaryReader = onPrimary.anonymousQueries(settings)
    const readers = new Map<ReadServer, AnonymousQuery>(
      standbys.map((one) => [one, one.database.anonymousQueries(settings)]),
    )
    return async (statement) => {
      const standby = await choose()
      const read = readers.get(standby) ?? primaryReader
      const rows = standby
        ? await standby.unlessLost(read<never>(statement)).catch(() => undefined)
        : await read<never>(statement)
      if (rows) counts[standby ? 'standby' : 'primary'] += 1
      return rows
    }
  }

  function wrapPool(onPrimary: Database, pool: string): Database {
    const isOffloadable = POOLS_ON_STANDBYS.includes(pool)
    return {
      ...onPrimary,
      as: (identity, work, transaction) =>
        isOffloadable && transaction?.readOnly
          ? readFromStandby((database) => database.pool(pool as 'reads').as(identity, work, transaction), onPrimary)
          : onPrimary.as(identity, work, transaction),
      anonymousQueries: (settings) =>
        isOffloadable ? standbyReads(onPrimary, settings) : onPrimary.anonymousQueries(settings),
      pool: (name) => wrapPool(primary.pool(name), name),
      readStats: () => ({
        ...counts,
        standbys: standbys.map(({ name, isReady, lagMs }) => ({ name, isReady: isReady(), lagMs: lagMs() })),
      }),
      async close() {
        closing.abort()
        await polling
        await Promise.all([...standbys.map((standby) => standby.close()), primary.close()])
      },
    }
  }

  return wrapPool(primary, 'reads')
}

/**
 * Errors specific to a standby: it is gone, has no connections left, can't do this during recovery, or cancelled the
 * query because of a recovery conflict (40001, 40P01). The same read then runs on the primary.
 */
function isStandbyError(error: unknown): boolean {
  if (error instanceof StandbyLost || isConnectionLost(error)) return true
  return /^(08|0A|25006|28|3D|40|53|55000|57P|58|XX)/.test(errorCode(error))
}
