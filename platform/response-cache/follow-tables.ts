import { type Database, SERVICE } from '#platform/postgres/database.ts'
import { readAnnouncement } from '#platform/realtime/changes/announcement.ts'
import { readClosure } from './dependencies.ts'
import { type Freshness, openFreshness } from './freshness.ts'

interface FollowOptions {
  database: Pick<Database, 'as' | 'listen'>
  /** Called when changes can't be received for now. */
  onLose(): void
  /** Called when everything read before is invalid. */
  onClear(): void
  onFault(fault: unknown): void
  clock: () => number
}

interface TableFollower {
  freshness: Freshness
  /**
   * Resolves once this process has received all changes committed before; after a timeout, everything read before is
   * invalidated instead.
   */
  caughtUp(): Promise<void>
  stop(): Promise<void>
}

const RETRY_MS = 1_000
const CATCH_UP_TIMEOUT_MS = 500

/**
 * Tracks changes of tables. Starts over whenever a change may have been missed or the catalogue has changed: nothing is
 * cached until the dependencies have been read again.
 */
export function followTables({ database, onLose, onClear, onFault, clock }: FollowOptions): TableFollower {
  const freshness = openFreshness(clock)
  const closers: (() => Promise<void>)[] = []
  let generation = 0
  let retryTimer: NodeJS.Timeout | undefined
  let isStopped = false

  function invalidate(): void {
    generation += 1
    freshness.lose()
    onLose()
  }

  async function refresh(): Promise<void> {
    invalidate()
    const ownGeneration = generation
    // After a loss, one of the channels may not be subscribed yet.
    if (closers.length < Object.keys(channels).length) return
    try {
      const closure = await database.as(SERVICE, readClosure, { readOnly: true })
      if (ownGeneration !== generation) return
      onClear()
      freshness.open(closure)
    } catch (fault) {
      if (ownGeneration === generation) retry(fault, refresh)
    }
  }

  async function listen(): Promise<void> {
    try {
      for (const [channel, onMessage] of Object.entries(channels).slice(closers.length)) {
        closers.push(await database.listen(channel, onMessage, ...(closers.length === 0 ? [refresh, invalidate] : [])))
      }
      await refresh()
    } catch (fault) {
      if (!isStopped) retry(fault, listen)
    }
  }

  function retry(fault: unknown, work: () => Promise<void>): void {
    onFault(fault)
    retryTimer = setTimeout(() => void work(), RETRY_MS).unref()
  }

  const markers = new Map<string, () => void>()

  async function caughtUp(): Promise<void> {
    const marker = crypto.randomUUID()
    const received = new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(false), CATCH_UP_TIMEOUT_MS).unref()
      markers.set(marker, () => {
        clearTimeout(timer)
        resolve(true)
      })
    })
    const publishing = database
      .as(SERVICE, (tx) => tx.query('select realtime.announce_mark($1)', [marker]))
      .catch(onFault)
    const isReceived = await received
    markers.delete(marker)
    await publishing
    if (isReceived) return
    freshness.clear()
    onLose()
  }

  const channels: Record<string, (text: string) => void> = {
    announcement_marks: (marker) => markers.get(marker)?.(),
    realtime_changes(text) {
      const change = readAnnouncement(text)
      if (change) freshness.changed(`${change.schema}.${change.table}`)
    },
    table_changes: freshness.changed,
    pgrst(text) {
      if (text !== '' && text !== 'reload schema') return
      // Privileges may have changed: responses made with the previous ones must not be served again.
      onClear()
      void refresh()
    },
  }
  const listening = listen()
  return {
    freshness,
    caughtUp,
    async stop() {
      isStopped = true
      await listening
      clearTimeout(retryTimer)
      invalidate()
      for (const closer of closers) await closer()
    },
  }
}
