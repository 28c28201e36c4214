import type { PoolClient } from 'pg'
import type { Database } from '../postgres/database.ts'

/** `unknown`: the list could not be read for too long, so that nobody can say. */
export type SessionState = 'live' | 'ended' | 'unknown'

/** What hears of the list, for connections that stay open. */
interface SessionWatcher {
  ended(isEnded: (claims: Claims) => boolean): void
  /** From now on nobody can say which sessions have ended. */
  lost(): void
}

export interface EndedSessions {
  /** What the session of a verified token is. Tokens without a session, such as legacy ones, are `live`. */
  stateOf(claims: Claims): Promise<SessionState>
  /** How old what it knows is. */
  ageMs(): number
  watch(watcher: SessionWatcher): () => void
  /** Reads the list from now on without being asked; before, it is read when somebody asks. */
  start(): void
  stop(): Promise<void>
}

type Claims = Readonly<Record<string, unknown>>

interface Options {
  database: Pick<Database, 'aside'>
  /** Between two reads. */
  everyMs?: number
  /** How long a read is trusted. With the wait for the next one it stays below 5 seconds. */
  trustMs?: number
  onFault(fault: unknown): void
}

/** Longer than any access token lives (a day) and than two clocks differ. */
const KEPT_HOURS = 25

/**
 * The sessions that have ended while their access tokens have not. Every process keeps the list in memory and reads what
 * was added every second, so that a call costs a look into a map and no query (decision 0030).
 */
export function followEndedSessions({ database, everyMs = 1_000, trustMs = 4_000, onFault }: Options): EndedSessions {
  /** With the time at which this process heard of it, oldest first. */
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
      const [found] = await database.aside<{ next: string; ended: string[] }>({
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
    for (const [id, heardAt] of ended) {
      if (now - heardAt < KEPT_HOURS * 3_600_000) break
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
        // What has just failed twice is not waited for again: the others get their answer at once.
        if (failures < 2 || performance.now() - failedAt > everyMs) await read()
        // It was begun before a busy machine stood still, and says too little by now; one that is begun now says enough.
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
export async function forgetEndedSessions(tx: PoolClient): Promise<void> {
  await tx.query('delete from auth.ended_sessions where ended_at < now() - make_interval(hours => $1)', [KEPT_HOURS])
}
