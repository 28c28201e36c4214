import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, SERVICE } from '#platform/postgres/database.ts'

/** Less than the lock timeout of requests, so that a chief can pause payouts while the gateway is silent. */
const MAX_LOCK_MS = 1_000

/**
 * Hands a payout to the gateway unless payouts are paused; null if they are. The pause waits for this lock
 * (`public.wait_for_payouts`), so that no payout is handed over once a chief was told that it is in force. The lock ends
 * with the gateway's response, or after a second without one.
 */
export async function handToGateway<Reply>(database: Database, payOut: () => Promise<Reply>): Promise<Reply | null> {
  const handed = await database.as(SERVICE, async (tx) => {
    await tx.query(`select pg_advisory_xact_lock_shared(hashtextextended('payouts-to-gateway', 0))`)
    // A separate statement: only it sees a pause that was stored during the wait for the lock.
    const { rows } = await tx.query<{ is_paused: boolean }>(`select public.is_paused('payouts')`)
    if (rows[0]?.is_paused) return null
    const reply = payOut()
    await Promise.race([reply.catch(() => undefined), sleep(MAX_LOCK_MS, undefined, { ref: false })])
    return { reply }
  })
  return handed ? handed.reply : null
}
