import type pg from 'pg'
import { secondsSinceProof } from '#platform/auth/users/forget-user.ts'
import type { Caller } from '#server/command.ts'

/**
 * Returns the seconds since the caller last entered a password or code in this session; null if unknown. Switches
 * roles, because only `auth_admin` can read these tables.
 */
export async function readSecondsSinceProof(tx: pg.PoolClient, { claims }: Caller): Promise<number | null> {
  const { session_id: session } = claims
  if (typeof session !== 'string') return null
  await tx.query('set local role auth_admin')
  const seconds = await secondsSinceProof(tx, session)
  await tx.query('set local role service_role')
  return seconds
}
