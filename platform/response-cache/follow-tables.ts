import { type Database, SERVICE } from '../postgres/database.ts'
import { readAnnouncement } from '../realtime/announcement.ts'
import { readClosure } from './dependencies.ts'
import { type Freshness, openFreshness } from './freshness.ts'

interface FollowOptions {
  database: Pick<Database, 'as' | 'listen'>
  /** What changes cannot be heard for now. */
  onLose(): void
  /** Nothing that was read before counts any more. */
  onClear(): void
  onFault(fault: unknown): void
  clock: () => number
}

interface Following {
  freshness: Freshness
  /** Until this process has heard of everything that was committed before; at most for a while, and then nothing from before counts. */
  caughtUp(): Promise<void>
  stop(): Promise<void>
}

const RETRY_MS = 1_000
const CATCH_UP_MS = 500

/**
 * Hears of every table that changes, and begins anew whenever something may have been missed or the catalogue is another one: until what
 * depends on what has been read again, nothing is kept.
 */
export function followTables({ database, onLose, onClear, onFault, clock }: FollowOptions): Following {
  const freshness = openFreshness(clock)
  const leaves: (() => Promise<void>)[] = []
  let turn = 0
  let again: NodeJS.Timeout | undefined
  let isStopped = false

  function lose(): void {
    turn += 1
    freshness.lose()
    onLose()
  }

  async function begin(): Promise<void> {
    lose()
    const mine = turn
    // After a loss, one of the channels may still have to be listened to.
    if (leaves.length < Object.keys(channels).length) return
    try {
      const closure = await database.as(SERVICE, readClosure, { readOnly: true })
      if (mine !== turn) return
      onClear()
      freshness.open(closure)
    } catch (fault) {
      if (mine === turn) retry(fault, begin)
    }
  }

  async function listen(): Promise<void> {
    try {
      for (const [channel, hear] of Object.entries(channels).slice(leaves.length)) {
        leaves.push(await database.listen(channel, hear, ...(leaves.length === 0 ? [begin, lose] : [])))
      }
      await begin()
    } catch (fault) {
      if (!isStopped) retry(fault, listen)
    }
  }

  function retry(fault: unknown, work: () => Promise<void>): void {
    onFault(fault)
    again = setTimeout(() => void work(), RETRY_MS).unref()
  }

  const marks = new Map<string, () => void>()

  async function caughtUp(): Promise<void> {
    const mark = crypto.randomUUID()
    const heard = new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(false), CATCH_UP_MS).unref()
      marks.set(mark, () => {
        clearTimeout(timer)
        resolve(true)
      })
    })
    const announced = database.as(SERVICE, (tx) => tx.query('select realtime.announce_mark($1)', [mark])).catch(onFault)
    const hasHeard = await heard
    marks.delete(mark)
    await announced
    if (hasHeard) return
    freshness.clear()
    onLose()
  }

  const channels: Record<string, (text: string) => void> = {
    announcement_marks: (mark) => marks.get(mark)?.(),
    realtime_changes(text) {
      const change = readAnnouncement(text)
      if (change) freshness.changed(`${change.schema}.${change.table}`)
    },
    table_changes: freshness.changed,
    pgrst(text) {
      if (text !== '' && text !== 'reload schema') return
      // Rights may be others: what was shown with the former ones is shown no more, whatever happens next.
      onClear()
      void begin()
    },
  }
  const listening = listen()
  return {
    freshness,
    caughtUp,
    async stop() {
      isStopped = true
      await listening
      clearTimeout(again)
      lose()
      for (const leave of leaves) await leave()
    },
  }
}
