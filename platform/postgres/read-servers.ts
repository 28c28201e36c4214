import { setTimeout as delay } from 'node:timers/promises'
import { isConnectionLost } from './connection-lost.ts'
import { type Database, type OpenDatabaseOptions, openDatabase } from './database.ts'
import { errorCode } from './fault.ts'
import { type History, openPrimaryLog } from './log-position.ts'
import { openStandby, type Standby, StandbyLost } from './standby.ts'
import type { VisitorRead } from './visitor-reads.ts'

/** What the primary server was opened with. */
interface ReadServersOptions extends OpenDatabaseOptions {
  /** Connection strings of the login role; without any, everything stays as it is. */
  standbys: string[]
  report(text: string): void
}

type Chosen = Standby | undefined

const LOOK_EVERY_MS = 200
/** Whose reads may be answered elsewhere. Signing in, commands, jobs and live rows stay where things are written. */
const MOVED = ['reads', 'strangers']

/**
 * The same database, with reads answered by standbys as long as nobody can tell the difference: before each read the primary server is
 * asked how long its log is, and a standby that has not replayed all of it is passed over (decision 0069).
 */
export function withReadServers(primary: Database, options: ReadServersOptions): Database {
  const { standbys: addresses, report, ...own } = options
  if (addresses.length === 0) return primary
  const counts = { standby: 0, primary: 0, repeated: 0, questions: 0 }
  const log = openPrimaryLog(primary, () => (counts.questions += 1))
  const standbys = addresses.map((connectionString) =>
    openStandby({ connectionString, database: openDatabase({ ...own, connectionString }), report }),
  )
  const closing = new AbortController()
  const looking = keepLooking()
  let turn = 0

  async function keepLooking(): Promise<void> {
    let history: History | undefined
    while (!closing.signal.aborted) {
      try {
        const position = await log.position()
        if (history?.timeline !== position.timeline) history = await log.history()
        await Promise.all(standbys.map((standby) => standby.look(history as History, position)))
      } catch {
        // Without the primary server's word, no read goes anywhere else.
      }
      await delay(LOOK_EVERY_MS, undefined, { ref: false, signal: closing.signal }).catch(() => undefined)
    }
  }

  /** In turn among those that are ready; undefined where only the primary server will do. */
  async function choose(): Promise<Chosen> {
    const ready = standbys.filter((standby) => standby.isReady())
    turn += 1
    const standby = ready[turn % ready.length]
    if (!standby) return undefined
    try {
      const reached = await standby.reaches(await log.position())
      return reached ? standby : undefined
    } catch {
      return undefined
    }
  }

  async function moved<T>(read: (database: Database) => Promise<T>, here: Database): Promise<T> {
    const standby = await choose()
    if (standby) {
      try {
        const answer = await standby.unlessLost(read(standby.database))
        counts.standby += 1
        return answer
      } catch (error) {
        if (!isOfStandby(error)) throw error
        if (isConnectionLost(error)) standby.doubt(error)
        counts.repeated += 1
      }
    }
    counts.primary += 1
    return read(here)
  }

  /** A read that a standby leaves open is asked for again as any other, and finds its way anew. */
  function movedVisitorReads(here: Database, settings: Record<string, string>): VisitorRead {
    const own = here.visitorReads(settings)
    const theirs = new Map<Chosen, VisitorRead>(standbys.map((one) => [one, one.database.visitorReads(settings)]))
    return async (statement) => {
      const standby = await choose()
      const read = theirs.get(standby) ?? own
      const rows = standby
        ? await standby.unlessLost(read<never>(statement)).catch(() => undefined)
        : await read<never>(statement)
      if (rows) counts[standby ? 'standby' : 'primary'] += 1
      return rows
    }
  }

  function over(here: Database, lane: string): Database {
    const mayMove = MOVED.includes(lane)
    return {
      ...here,
      as: (identity, work, transaction) =>
        mayMove && transaction?.readOnly
          ? moved((database) => database.lane(lane as 'reads').as(identity, work, transaction), here)
          : here.as(identity, work, transaction),
      visitorReads: (settings) => (mayMove ? movedVisitorReads(here, settings) : here.visitorReads(settings)),
      lane: (asked) => over(primary.lane(asked), asked),
      readFigures: () => ({
        ...counts,
        standbys: standbys.map(({ name, isReady, lagMs }) => ({ name, isReady: isReady(), lagMs: lagMs() })),
      }),
      async close() {
        closing.abort()
        await looking
        await Promise.all([...standbys.map((standby) => standby.close()), primary.close()])
      },
    }
  }

  return over(primary, 'reads')
}

/**
 * What a standby alone may say: it is gone, has no room, cannot do this while it repeats another server, or had to give up a read that
 * stood in the way of what it repeats (40001, 40P01). The same read ends at the primary server.
 */
function isOfStandby(error: unknown): boolean {
  if (error instanceof StandbyLost || isConnectionLost(error)) return true
  return /^(08|0A|25006|28|3D|40|53|55000|57P|58|XX)/.test(errorCode(error))
}
