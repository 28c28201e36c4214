import { setTimeout as delay } from 'node:timers/promises'
import { type Database, SERVICE } from '../postgres/database.ts'

export interface Outage {
  /** Whether the database was away when it was last asked. */
  isKnown(): boolean
  /** Asks it, however many want to know at once only one time; who knows that it is away need not wait for that. */
  ask(): Promise<boolean>
  stop(): void
}

/** A database with a lot to do answers the shortest of questions in this time; one that stands still or is cut off does not. */
const LIMIT_MS = 1_000
/** While it is away it is asked again, so that nobody takes it for away long after its return. */
const AGAIN_MS = 500

/** Tells a database that is away from one that is only slow. That nothing has changed is no sign: one that stands still announces nothing. */
export function detectOutage(database: Pick<Database, 'as'>): Outage {
  let isAway = false
  let asking: Promise<boolean> | undefined
  let again: NodeJS.Timeout | undefined
  let isStopped = false

  async function askNow(): Promise<boolean> {
    const limit = new AbortController()
    try {
      const late = delay(LIMIT_MS, true, { signal: limit.signal })
      isAway = await Promise.race([cannotBeWritten(database), late])
    } catch {
      isAway = true
    } finally {
      limit.abort()
      asking = undefined
    }
    clearTimeout(again)
    if (isAway && !isStopped) again = setTimeout(() => void ask(), AGAIN_MS).unref()
    return isAway
  }

  async function ask(): Promise<boolean> {
    asking ??= askNow()
    return isAway || asking
  }

  return {
    isKnown: () => isAway,
    ask,
    stop() {
      isStopped = true
      clearTimeout(again)
    },
  }
}

/** What was the primary server still answers reads after a failover. */
function cannotBeWritten(database: Pick<Database, 'as'>): Promise<boolean> {
  const question = database.as(
    SERVICE,
    async (tx) => (await tx.query<{ is_standby: boolean }>('select pg_is_in_recovery() as is_standby')).rows,
    { readOnly: true, statementTimeoutMs: LIMIT_MS },
  )
  return question.then((rows) => rows[0]?.is_standby !== false)
}
