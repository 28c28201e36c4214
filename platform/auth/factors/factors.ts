import type { PoolClient } from 'pg'
import { isUuid } from '../addresses.ts'
import type { Call } from '../auth.ts'
import { AuthRefusal } from '../refusals.ts'
import type { Caller } from '../sessions/bearer.ts'

export interface FactorRow {
  id: string
  user_id: string
  friendly_name: string | null
  factor_type: 'totp' | 'phone' | 'webauthn'
  status: 'unverified' | 'verified'
  /** Encrypted for this row's id. */
  secret: string | null
  phone: string | null
  last_used_step: string | null
}

export const CHALLENGE_LIFE_SECONDS = 300

/** The factor in the path, if it is the caller's. Another user's factor gets the same response as a missing one. */
export async function requireFactor(tx: PoolClient, call: Call, caller: Caller): Promise<FactorRow> {
  const id = readFactorId(call)
  const { rows } = await tx.query<FactorRow>(
    `select id, user_id, friendly_name, factor_type, status, secret, phone, last_used_step::text
       from auth.mfa_factors where id = $1 and user_id = $2 for update`,
    [id, caller.user.id],
  )
  if (!rows[0]) throw new AuthRefusal(404, 'mfa_factor_not_found', 'Factor not found')
  return rows[0]
}

export function readFactorId(call: Call): string {
  const id = call.params.factorId ?? ''
  if (!isUuid(id)) throw new AuthRefusal(404, 'validation_failed', 'factor_id must be an UUID')
  return id
}

export function refuseAnonymous({ user }: Caller): void {
  if (user.is_anonymous)
    throw new AuthRefusal(403, 'no_authorization', 'Anonymous user not allowed to perform these actions')
}

/** Removes a factor; sessions raised by it fall back to the first level. */
export async function deleteFactor(tx: PoolClient, factorId: string): Promise<void> {
  const { rows } = await tx.query<{ id: string }>(
    `update auth.sessions set aal = 'aal1', factor_id = null, updated_at = now() where factor_id = $1 returning id`,
    [factorId],
  )
  await tx.query(
    `delete from auth.mfa_amr_claims where session_id = any($1) and authentication_method in ('totp', 'mfa/phone', 'mfa/webauthn')`,
    [rows.map((row) => row.id)],
  )
  await tx.query('delete from auth.mfa_factors where id = $1', [factorId])
}
