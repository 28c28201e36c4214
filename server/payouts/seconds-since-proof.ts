import type pg from 'pg'
import { secondsSinceProof } from '#platform/auth/forget-user.ts'
import type { Caller } from '../command.ts'

/** How long ago the caller gave a password or code in this session; null if unknown. The login's tables belong to another role. */
export async function secondsSinceProofOf(tx: pg.PoolClient, { claims }: Caller): Promise<number | null> {
  const { session_id: session } = claims
  if (typeof session !== 'string') return null
  await tx.query('set local role auth_admin')
  const seconds = await secondsSinceProof(tx, session)
  await tx.query('set local role service_role')
  return seconds
}
