import type { PoolClient } from 'pg'
import { updateUser } from './users.ts'

const OWN_TABLES = [
  'sessions',
  'oauth_authorizations',
  'oauth_consents',
  'identities',
  'mfa_factors',
  'webauthn_credentials',
  'webauthn_challenges',
  'one_time_tokens',
  'flow_state',
]

/**
 * Retains the row, which other tables reference, but deletes everything that identifies the person or allows a sign-in.
 */
export async function forgetUser(tx: PoolClient, id: string): Promise<void> {
  for (const table of OWN_TABLES) {
    await tx.query(`delete from auth.${table} where user_id = $1`, [id])
  }
  await updateUser(tx, id, {
    email: null,
    phone: null,
    email_change: null,
    phone_change: null,
    encrypted_password: null,
    email_confirmed_at: null,
    phone_confirmed_at: null,
    raw_user_meta_data: {},
    raw_app_meta_data: {},
    deleted_at: new Date(),
  })
}

/** Seconds since the person last gave a password, code or factor in this session; null if there is no such session. */
export async function secondsSinceProof(tx: PoolClient, sessionId: string): Promise<number | null> {
  const { rows } = await tx.query<{ age: number | null }>(
    `select extract(epoch from clock_timestamp() - max(c.updated_at))::float8 as age
       from auth.mfa_amr_claims c join auth.sessions s on s.id = c.session_id
      where s.id = $1 and coalesce(s.not_after > clock_timestamp(), true)`,
    [sessionId],
  )
  return rows[0]?.age ?? null
}
