import { setTimeout as delay } from 'node:timers/promises'
import { askTogether } from './ask-together.ts'
import { type Database, openPool } from './database.ts'
import { errorText } from './fault.ts'
import type { History, Position } from './log-position.ts'

export interface Standby {
  /** Host and port. */
  name: string
  database: Database
  /** True once it holds everything up to this position; false if that is not so within a few milliseconds. */
  reaches(position: Position): Promise<boolean>
  /** The work's outcome, or `StandbyLost` as soon as the server is found to be gone. */
  unlessLost<T>(work: Promise<T>): Promise<T>
  /** A read has lost its connection: nobody is sent there before it has answered again. */
  doubt(fault: unknown): void
  /** It is there and keeps up, so that it is worth asking how far it has to be. */
  isReady(): boolean
  /** How long ago the primary server's log was as short as what is replayed here; null if nobody knows. */
  lagMs(): number | null
  /** Looks how it is, now that the primary server's log stands there. */
  look(history: History, position: Position): Promise<void>
  close(): Promise<void>
}

/** The server was found to be gone while a read was under way there. */
export class StandbyLost extends Error {
  override readonly name = 'StandbyLost'
}

interface StandbyOptions {
  connectionString: string
  database: Database
  /** Hears a sentence whenever reads begin or cease to go there. */
  report(text: string): void
}

interface Sample {
  at: bigint
  takenAtMs: number
}

/** A standby beside its primary server replays a commit within 1 to 10 ms; whoever waits longer is answered faster by the primary. */
const WAIT_MS = 25
const POLL_MS = 2
/** Longer than a busy process comes late to its timers. */
const GONE_AFTER_MS = 1_000
/** Further behind than this, it hardly ever holds enough: to ask and to wait would be in vain. */
const KEEPS_UP_MS = 250
const MOST_SAMPLES = 300

/** One server that repeats the primary: whether it may be read from, and how far it is. */
export function openStandby({ connectionString, database, report }: StandbyOptions): Standby {
  const { hostname, port } = new URL(connectionString)
  const name = `${hostname || 'the local socket'}:${port || '5432'}`
  const pool = openPool({ connectionString, maxConnections: 1, answerWithinMs: GONE_AFTER_MS })
  const running = new Set<() => void>()
  const samples: Sample[] = []
  let wanted: History | undefined
  let timeline: string | undefined
  let replayed = -1n
  let reason: string | undefined = ''

  /** Every look proves anew that it is a standby of this history. */
  const ask = askTogether(async () => {
    const history = wanted
    try {
      const { rows } = await pool.query<{ follows: boolean; at: string | null; mark: string | null }>({
        name: 'replayed',
        text: `select pg_is_in_recovery() as follows, pg_last_wal_replay_lsn() - '0/0'::pg_lsn as at, standbys.mark_of($1) as mark`,
        values: [history?.timeline],
      })
      const [row] = rows
      if (!row?.follows || row.at === null) leave('it is no standby')
      else if (!history || row.mark === null) leave('it has not heard of this primary server yet')
      else if (row.mark !== history.mark) leave('it follows another primary server')
      else come(BigInt(row.at), history)
    } catch (fault) {
      leave(errorText(fault))
    }
  })

  function come(at: bigint, history: History): void {
    replayed = at
    timeline = history.timeline
    while ((samples[0]?.at ?? at + 1n) <= at) samples.shift()
    if (reason === undefined) return
    reason = undefined
    report(`The standby ${name} answers reads.`)
  }

  function leave(why: string): void {
    timeline = undefined
    replayed = -1n
    for (const give of running) give()
    if (reason === undefined || reason === '') report(`The standby ${name} answers no reads: ${why}.`)
    reason = why
  }

  const has = (position: Position) => timeline === position.timeline && replayed >= position.at
  const lagMs = () => (samples[0] ? performance.now() - samples[0].takenAtMs : 0)

  return {
    name,
    database,
    async reaches(position) {
      const until = performance.now() + WAIT_MS
      while (!has(position)) {
        if (timeline !== position.timeline || performance.now() > until) return false
        await ask()
        if (!has(position)) await delay(POLL_MS)
      }
      return true
    },
    unlessLost: (work) =>
      new Promise((resolve, reject) => {
        const give = () => reject(new StandbyLost(`The standby ${name} is gone`))
        running.add(give)
        work.then(resolve, reject).finally(() => running.delete(give))
      }),
    doubt: (fault) => leave(errorText(fault)),
    isReady: () => timeline !== undefined && lagMs() <= KEEPS_UP_MS,
    lagMs: () => (timeline === undefined ? null : Math.round(lagMs())),
    async look(history, position) {
      wanted = history
      if (position.at > (samples.at(-1)?.at ?? replayed) && samples.length < MOST_SAMPLES) {
        samples.push({ at: position.at, takenAtMs: performance.now() })
      }
      await ask()
    },
    async close() {
      await Promise.all([pool.end(), database.close()])
    },
  }
}
