import type { PoolClient } from 'pg'
import type { Call } from './auth.ts'

/** Events of an account, for later investigation. Never a password, a token or a code. */
export async function audit(
  tx: PoolClient,
  call: Pick<Call, 'address'>,
  entry: { action: string; userId: string | null; details?: Record<string, unknown> },
): Promise<void> {
  await tx.query({
    name: 'auth_audit',
    text: 'insert into auth.audit_log_entries (action, actor_id, payload, ip_address) values ($1, $2, $3, $4)',
    values: [entry.action, entry.userId, JSON.stringify(entry.details ?? {}), call.address],
  })
}
