import type { PoolClient } from 'pg'
import type { Database } from '#platform/postgres/database.ts'

/** `unknown`: the list is too old, because it could not be read for a while. */
export type SessionState = 'live' | 'ended' | 'unknown'

/** Callbacks for connections that stay open. */
interface SessionWatcher {
  ended(isEnded: (claims: Claims) => boolean): void
  /** The list has become too old to tell which sessions have ended. */
  lost(): void
}

export interface EndedSessions {
  /** The state of a verified token's session. Tokens without a session, such as legacy ones, are `live`. */
  stateOf(claims: Claims): Promise<SessionState>
  /** Age of the list. */
  ageMs(): number
  watch(watcher: SessionWatcher): () => void
  /** Starts reading the list periodically; until then it is read on demand. */
  start(): void
  stop(): Promise<void>
}

type Claims = Readonly<Record<string, unknown>>

interface Options {
  database: Pick<Database, 'queryReserved'>
  /** Between two reads. */
  everyMs?: number
  /** How long a read is trusted. With the wait for the next one it stays below 5 seconds. */
  trustMs?: number
  onFault(fault: unknown): void
}

/** Longer than any access token lives (a day) and than two clocks differ. */
const RETENTION_HOURS = 25

/**
 * The sessions that have ended while their access tokens have not. Every process holds the list in memory and reads
 * additions every second, so that a check is a map look-up without a query (decision 0030).
 */
export function followEndedSessions({ database, everyMs = 1_000, trustMs = 4_000, onFault }: Options): EndedSessions {
  /** With the time at which this process read it, oldest first. */
  const ended = new Map<string, number>()
  const watchers = new Set<SessionWatcher>()
  let next = '0'
  let readAt = Number.NEGATIVE_INFINITY
  let failedAt = Number.NEGATIVE_INFINITY
  let failures = 0
  let isLost = false
  let reading: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  const isFresh = () => performance.now() - readAt <= trustMs
  const isEnded = ({ session_id: id }: Claims) => typeof id === 'string' && ended.has(id)

  async function readOn(): Promise<void> {
    const startedAt = performance.now()
    try {
      const [found] = await database.queryReserved<{ next: string; ended: string[] }>({
        name: 'sessions_ended_since',
        text: 'select next, ended from auth.sessions_ended_since($1)',
        values: [next],
      })
      if (!found) throw new Error('A query that always returns a row returned none')
      next = found.next
      readAt = startedAt
      failures = 0
      isLost = false
      note(found.ended.filter((id) => !ended.has(id)))
    } catch (fault) {
      failedAt = performance.now()
      failures += 1
      if (!isFresh() && !isLost) {
        isLost = true
        onFault(fault)
        for (const watcher of watchers) watcher.lost()
      }
    }
  }

  function note(ids: string[]): void {
    const now = performance.now()
    for (const id of ids) ended.set(id, now)
    for (const [id, readAt] of ended) {
      if (now - readAt < RETENTION_HOURS * 3_600_000) break
      ended.delete(id)
    }
    if (ids.length > 0) for (const watcher of watchers) watcher.ended(isEnded)
  }

  function read(): Promise<void> {
    reading ??= readOn().finally(() => {
      reading = undefined
    })
    return reading
  }

  return {
    async stateOf(claims) {
      if (typeof claims.session_id !== 'string') return 'live'
      if (!isFresh()) {
        // After two failures in a row, requests don't wait for another attempt.
        if (failures < 2 || performance.now() - failedAt > everyMs) await read()
        // A read that started before the process stalled is too old; a new one is recent enough.
        if (!isFresh() && failures === 0) await read()
        if (!isFresh()) return 'unknown'
      }
      return isEnded(claims) ? 'ended' : 'live'
    },
    ageMs: () => performance.now() - readAt,
    watch(watcher) {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    start() {
      timer ??= setInterval(() => void read(), everyMs)
      timer.unref()
      void read()
    },
    async stop() {
      clearInterval(timer)
      await reading
    },
  }
}

/** Deletes what no token can name any more. Run it as `auth_admin` about once an hour. */
export async function deleteEndedSessions(tx: PoolClient): Promise<void> {
  await tx.query('delete from auth.ended_sessions where ended_at < now() - make_interval(hours => $1)', [
    RETENTION_HOURS,
  ])
}
