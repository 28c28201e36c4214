import { setTimeout as delay } from 'node:timers/promises'
import { type Database, openPool } from '../database.ts'
import { errorText } from '../fault.ts'
import { coalesce } from '../queries/coalesce.ts'
import type { LogPosition, MarkedTimeline } from './log-position.ts'

export interface Standby {
  /** Host and port. */
  name: string
  database: Database
  /** True once it has replayed up to this position; false if it hasn't within a few milliseconds. */
  hasReplayed(position: LogPosition): Promise<boolean>
  /** The result of the read; rejects with `StandbyLost` as soon as the server is found to be gone. */
  unlessLost<T>(work: Promise<T>): Promise<T>
  /** Reports that a read lost its connection: no reads are sent to this standby before it responds again. */
  reportFailure(fault: unknown): void
  /** True if it responds and its lag is small enough to be worth querying. */
  isReady(): boolean
  /** Replay lag in ms; null while unknown. */
  lagMs(): number | null
  /** Polls its state, given the primary's current timeline and position. */
  poll(marked: MarkedTimeline, position: LogPosition): Promise<void>
  close(): Promise<void>
}

/** The server was lost while it was running a read. */
export class StandbyLost extends Error {
  override readonly name = 'StandbyLost'
}

interface StandbyOptions {
  connectionString: string
  database: Database
  /** Called with a sentence whenever it starts or stops serving reads. */
  report(text: string): void
}

interface LagSample {
  at: bigint
  takenAtMs: number
}

/** A nearby standby replays a commit within 1 to 10 ms; past this time the primary responds faster. */
const MAX_WAIT_MS = 25
const POLL_MS = 2
/** Longer than timers of a busy process are late. */
const POLL_TIMEOUT_MS = 1_000
/** With more lag than this it is hardly ever up to date, so querying it would be in vain. */
const MAX_LAG_MS = 250
const MAX_SAMPLES = 300

/** Opens a standby, and tracks whether it may serve reads and how far it has replayed. */
export function openStandby({ connectionString, database, report }: StandbyOptions): Standby {
  const { hostname, port } = new URL(connectionString)
  const name = `${hostname || 'the local socket'}:${port || '5432'}`
  const pool = openPool({ connectionString, maxConnections: 1, answerWithinMs: POLL_TIMEOUT_MS })
  const rejectRunning = new Set<() => void>()
  const samples: LagSample[] = []
  let expected: MarkedTimeline | undefined
  let timeline: string | undefined
  let replayed = -1n
  let unreadyReason: string | undefined = ''

  /** Each poll verifies that it is a standby of the primary's timeline. */
  const pollServer = coalesce(async () => {
    const marked = expected
    try {
      const { rows } = await pool.query<{ follows: boolean; at: string | null; mark: string | null }>({
        name: 'replayed',
        text: `select pg_is_in_recovery() as follows, pg_last_wal_replay_lsn() - '0/0'::pg_lsn as at, standbys.mark_of($1) as mark`,
        values: [marked?.timeline],
      })
      const [row] = rows
      if (!row?.follows || row.at === null) markUnready('it is not a standby')
      else if (!marked || row.mark === null) markUnready("it has not replicated this primary's timeline yet")
      else if (row.mark !== marked.mark) markUnready('it follows another primary server')
      else markReady(BigInt(row.at), marked)
    } catch (fault) {
      markUnready(errorText(fault))
    }
  })

  function markReady(at: bigint, marked: MarkedTimeline): void {
    replayed = at
    timeline = marked.timeline
    while ((samples[0]?.at ?? at + 1n) <= at) samples.shift()
    if (unreadyReason === undefined) return
    unreadyReason = undefined
    report(`The standby ${name} serves reads.`)
  }

  function markUnready(why: string): void {
    timeline = undefined
    replayed = -1n
    for (const rejectRead of rejectRunning) rejectRead()
    if (unreadyReason === undefined || unreadyReason === '') report(`The standby ${name} serves no reads: ${why}.`)
    unreadyReason = why
  }

  const isReplayed = (position: LogPosition) => timeline === position.timeline && replayed >= position.at
  const lagMs = () => (samples[0] ? performance.now() - samples[0].takenAtMs : 0)

  return {
    name,
    database,
    async hasReplayed(position) {
      const until = performance.now() + MAX_WAIT_MS
      while (!isReplayed(position)) {
        if (timeline !== position.timeline || performance.now() > until) return false
        await pollServer()
        if (!isReplayed(position)) await delay(POLL_MS)
      }
      return true
    },
    unlessLost: (work) =>
      new Promise((resolve, reject) => {
        const rejectRead = () => reject(new StandbyLost(`The standby ${name} is gone`))
        rejectRunning.add(rejectRead)
        work.then(resolve, reject).finally(() => rejectRunning.delete(rejectRead))
      }),
    reportFailure: (fault) => markUnready(errorText(fault)),
    isReady: () => timeline !== undefined && lagMs() <= MAX_LAG_MS,
    lagMs: () => (timeline === undefined ? null : Math.round(lagMs())),
    async poll(marked, position) {
      expected = marked
      if (position.at > (samples.at(-1)?.at ?? replayed) && samples.length < MAX_SAMPLES) {
        samples.push({ at: position.at, takenAtMs: performance.now() })
      }
      await pollServer()
    },
    async close() {
      await Promise.all([pool.end(), database.close()])
    },
  }
}
