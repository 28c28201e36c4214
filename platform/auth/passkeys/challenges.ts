import type { PoolClient } from 'pg'
import { isUuid } from '../addresses.ts'
import { AuthRefusal, invalid } from '../refusals.ts'
import { CEREMONY_SECONDS } from './ceremonies.ts'

/** Whose answer a challenge accepts: anybody's who signs in, or one person's, or one factor's. */
interface ChallengeOwner {
  userId?: string | null
  factorId?: string | null
}

export async function openChallenge(
  tx: PoolClient,
  { userId = null, factorId = null, challenge }: ChallengeOwner & { challenge: string },
): Promise<{ id: string; expires_at: number }> {
  const { rows } = await tx.query<{ id: string; expires_at: number }>(
    `insert into auth.webauthn_challenges (user_id, factor_id, challenge) values ($1, $2, $3)
     returning id, extract(epoch from created_at)::int + ${CEREMONY_SECONDS} as expires_at`,
    [userId, factorId, challenge],
  )
  const row = rows[0]
  if (!row) throw new Error('An insert returned no row')
  return row
}

/**
 * Takes the challenge, so that it is never answered twice. Run it in a transaction of its own: a wrong answer uses the
 * challenge up as well.
 */
export async function takeChallenge(
  tx: PoolClient,
  { id, userId = null, factorId = null }: ChallengeOwner & { id: string },
): Promise<string> {
  if (!id) throw invalid('challenge_id is required')
  if (!isUuid(id)) throw invalid('challenge_id must be a valid UUID')
  const { rows } = await tx.query<{ challenge: string; is_over: boolean }>(
    `delete from auth.webauthn_challenges
      where id = $1 and user_id is not distinct from $2 and factor_id is not distinct from $3
     returning challenge, created_at < clock_timestamp() - make_interval(secs => ${CEREMONY_SECONDS}) as is_over`,
    [id, userId, factorId],
  )
  const row = rows[0]
  if (!row) throw new AuthRefusal(400, 'webauthn_challenge_not_found', 'Challenge not found or already used')
  if (row.is_over) throw new AuthRefusal(400, 'webauthn_challenge_expired', 'Challenge has expired')
  return row.challenge
}

export function failedCeremony(): AuthRefusal {
  return new AuthRefusal(400, 'webauthn_verification_failed', 'Credential verification failed')
}
