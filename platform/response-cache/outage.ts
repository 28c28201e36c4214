import { setTimeout as delay } from 'node:timers/promises'
import { type Database, SERVICE } from '#platform/postgres/database.ts'

export interface Outage {
  /** Whether the last check failed. */
  isKnown(): boolean
  /** Checks the database; concurrent calls share one check, and return at once during a known outage. */
  check(): Promise<boolean>
  stop(): void
}

/** A busy database responds to the simplest query in this time; one that is frozen or cut off doesn't. */
const TIMEOUT_MS = 1_000
/** Interval of checks during an outage, so that its end is noticed soon. */
const CHECK_INTERVAL_MS = 500

/**
 * Distinguishes an outage of the database from slowness. The absence of change notifications proves nothing: a frozen
 * database sends none.
 */
export function detectOutage(database: Pick<Database, 'as'>): Outage {
  let isDown = false
  let checking: Promise<boolean> | undefined
  let checkTimer: NodeJS.Timeout | undefined
  let isStopped = false

  async function checkNow(): Promise<boolean> {
    const limit = new AbortController()
    try {
      const late = delay(TIMEOUT_MS, true, { signal: limit.signal })
      isDown = await Promise.race([cannotBeWritten(database), late])
    } catch {
      isDown = true
    } finally {
      limit.abort()
      checking = undefined
    }
    clearTimeout(checkTimer)
    if (isDown && !isStopped) checkTimer = setTimeout(() => void check(), CHECK_INTERVAL_MS).unref()
    return isDown
  }

  async function check(): Promise<boolean> {
    checking ??= checkNow()
    return isDown || checking
  }

  return {
    isKnown: () => isDown,
    check,
    stop() {
      isStopped = true
      clearTimeout(checkTimer)
    },
  }
}

/** After a failover, the old primary may still serve reads as a standby. */
function cannotBeWritten(database: Pick<Database, 'as'>): Promise<boolean> {
  const query = database.as(
    SERVICE,
    async (tx) => (await tx.query<{ is_standby: boolean }>('select pg_is_in_recovery() as is_standby')).rows,
    { readOnly: true, statementTimeoutMs: TIMEOUT_MS },
  )
  return query.then((rows) => rows[0]?.is_standby !== false)
}
