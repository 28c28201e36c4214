import type { PoolClient } from 'pg'
import { z } from 'zod'
import { isUuid } from '../../addresses.ts'
import { audit } from '../../audit.ts'
import { type Call, jsonResponse } from '../../auth.ts'
import { readBody } from '../../body.ts'
import {
  CHALLENGE_LIFE_SECONDS,
  type FactorRow,
  readFactorId,
  refuseAnonymous,
  requireFactor,
} from '../../factors/factors.ts'
import { findTotpStep } from '../../factors/totp.ts'
import { guard, limit } from '../../limits.ts'
import { DeviceAnswer, verifyAuthentication, verifyRegistration } from '../../passkeys/ceremonies.ts'
import { failedCeremony, takeChallenge } from '../../passkeys/challenges.ts'
import { type Credential, findFactorCredential, insertCredential, recordUse } from '../../passkeys/credentials.ts'
import { AuthRefusal, invalid } from '../../refusals.ts'
import { type Caller, readClaims, requireCaller, requireHighestAal } from '../../sessions/bearer.ts'
import { insertRootToken, makeRefreshToken } from '../../sessions/refresh-tokens.ts'
import { addProof, type SessionResponse, sessionResponse } from '../../sessions/sessions.ts'
import { findUserById } from '../../users/users.ts'

const FactorVerifyInput = z.object({
  challenge_id: z.string().nullish(),
  code: z.string().nullish(),
  webauthn: z.object({ credential_response: DeviceAnswer }).nullish(),
})

const TRIES_PER_CHALLENGE = 5

const METHODS = { totp: 'totp', phone: 'mfa/phone', webauthn: 'mfa/webauthn' } as const

/** POST /factors/{id}/verify: a correct code raises the session to the second level. */
export async function verifyFactor(call: Call): Promise<Response> {
  const { challenge_id: challengeId, code, webauthn } = await readBody(call.request, FactorVerifyInput)
  readFactorId(call)
  const claims = await readClaims(call)
  await guard(call, [limit(call, 'factorPerAccount', `verify:${claims.sub}`)])
  if (webauthn) {
    return jsonResponse(await verifyDevice(call, { challengeId, answer: webauthn.credential_response }))
  }
  if (!code) throw invalid('Code needs to be non-empty')
  const outcome = await call.auth.transact(async (tx) => {
    const caller = await requireCaller(tx, call, { lock: true })
    refuseAnonymous(caller)
    const factor = await factorToVerify(tx, call, caller)
    if (factor.factor_type === 'webauthn') throw invalid('webauthn needs to be non-empty')
    const challenge = await takeTry(tx, { factor, challengeId: challengeId ?? '' })
    // Returned, not thrown: throwing would roll back the count of wrong codes.
    if (!(await isRight(tx, call, { factor, challenge, code }))) return null
    await tx.query('update auth.mfa_challenges set verified_at = now() where id = $1', [challenge.id])
    return raiseSession(tx, call, { caller, factor })
  })
  if (!outcome) throw new AuthRefusal(422, 'mfa_verification_failed', 'Invalid TOTP code entered')
  return jsonResponse(outcome)
}

/**
 * A factor that was begun before another one became active must not raise a session of the first level: a thief of the
 * password could have begun it.
 */
async function factorToVerify(tx: PoolClient, call: Call, caller: Caller): Promise<FactorRow> {
  const factor = await requireFactor(tx, call, caller)
  if (factor.status === 'unverified') requireHighestAal(caller, 'AAL2 required to verify a new factor', 403)
  return factor
}

/** The device makes its key with its first answer, and uses it with every other. */
async function verifyDevice(
  call: Call,
  { challengeId, answer }: { challengeId: string | null | undefined; answer: z.infer<typeof DeviceAnswer> },
): Promise<SessionResponse> {
  const factorId = readFactorId(call)
  const challenge = await call.auth.transact(async (tx) => {
    const caller = await requireCaller(tx, call)
    refuseAnonymous(caller)
    await factorToVerify(tx, call, caller)
    return takeChallenge(tx, { id: challengeId ?? '', userId: caller.user.id, factorId })
  })
  const session = await call.auth.transact(async (tx) => {
    const caller = await requireCaller(tx, call, { lock: true })
    const factor = await factorToVerify(tx, call, caller)
    if (factor.factor_type !== 'webauthn') throw invalid('Code needs to be non-empty')
    const credential = await findFactorCredential(tx, factor.id)
    const isRight = credential
      ? await usesKey(tx, call, { credential, challenge, answer })
      : await storesKey(tx, call, { factor, challenge, answer })
    return isRight ? raiseSession(tx, call, { caller, factor }) : null
  })
  if (!session) throw failedCeremony()
  return session
}

interface DeviceProof {
  challenge: string
  answer: z.infer<typeof DeviceAnswer>
}

async function storesKey(
  tx: PoolClient,
  call: Call,
  { factor, challenge, answer }: DeviceProof & { factor: FactorRow },
): Promise<boolean> {
  const made = await verifyRegistration(call.auth.settings, { challenge, answer, isPasskey: false })
  if (!made) return false
  const stored = await insertCredential(tx, { userId: factor.user_id, factorId: factor.id, made })
  if (!stored) throw new AuthRefusal(422, 'webauthn_credential_exists', 'This credential is already registered')
  return true
}

async function usesKey(
  tx: PoolClient,
  call: Call,
  { credential, challenge, answer }: DeviceProof & { credential: Credential },
): Promise<boolean> {
  if (credential.credential_id !== answer.id) return false
  const use = await verifyAuthentication(call.auth.settings, { credential, challenge, answer, isPasskey: false })
  if (use) await recordUse(tx, credential.id, use)
  return use !== null
}

interface FactorChallenge {
  id: string
  code_hash: string | null
  attempts: number
  is_used: boolean
  is_over: boolean
  now_s: number
}

async function takeTry(
  tx: PoolClient,
  { factor, challengeId }: { factor: FactorRow; challengeId: string },
): Promise<FactorChallenge> {
  const { rows } = isUuid(challengeId)
    ? await tx.query<FactorChallenge>(
        `update auth.mfa_challenges set attempts = attempts + 1 where id = $1 and factor_id = $2 and attempts <= ${TRIES_PER_CHALLENGE}
         returning id, code_hash, attempts, verified_at is not null as is_used, extract(epoch from now())::float8 as now_s,
           created_at < now() - make_interval(secs => ${CHALLENGE_LIFE_SECONDS}) as is_over`,
        [challengeId, factor.id],
      )
    : { rows: [] }
  const challenge = rows[0]
  if (!challenge) {
    throw new AuthRefusal(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found')
  }
  // The protocol has one code for a used challenge and for another address; addresses are not compared here.
  if (challenge.is_used) {
    throw new AuthRefusal(422, 'mfa_ip_address_mismatch', 'The challenge was used already, create a new one')
  }
  if (challenge.is_over || challenge.attempts > TRIES_PER_CHALLENGE) {
    const text = `MFA challenge ${challenge.id} has expired, verify against another challenge or create a new challenge.`
    throw new AuthRefusal(422, 'mfa_challenge_expired', text)
  }
  return challenge
}

async function isRight(
  tx: PoolClient,
  call: Call,
  { factor, challenge, code }: { factor: FactorRow; challenge: FactorChallenge; code: string },
): Promise<boolean> {
  if (factor.factor_type === 'phone') return challenge.code_hash === call.auth.hashCode(factor.id, code)
  const secret = call.auth.secretCipher.open(factor.secret ?? '', factor.id)
  if (secret === null) {
    call.auth.reportFault(
      new Error('The secret of an authenticator app cannot be decrypted: has the secret key changed?'),
    )
    return false
  }
  const step = findTotpStep(secret, {
    code,
    nowSeconds: challenge.now_s,
    lastUsedStep: factor.last_used_step === null ? null : Number(factor.last_used_step),
  })
  if (step === null) return false
  await tx.query('update auth.mfa_factors set last_used_step = $2 where id = $1', [factor.id, step])
  return true
}

async function raiseSession(
  tx: PoolClient,
  call: Call,
  { caller, factor }: { caller: Caller; factor: FactorRow },
): Promise<SessionResponse> {
  const { user, session } = caller
  await tx.query(`update auth.mfa_factors set status = 'verified', updated_at = now() where id = $1`, [factor.id])
  await tx.query(
    `delete from auth.mfa_factors where user_id = $1 and factor_type = $2 and status = 'unverified' and id <> $3`,
    [user.id, factor.factor_type, factor.id],
  )
  // The first level does not suffice any more: sessions still on it end, and so does this session's old token.
  await tx.query(`delete from auth.sessions where user_id = $1 and id <> $2 and aal = 'aal1'`, [user.id, session.id])
  await tx.query(`update auth.sessions set aal = 'aal2', factor_id = $2, updated_at = now() where id = $1`, [
    session.id,
    factor.id,
  ])
  await tx.query('delete from auth.refresh_tokens where session_id = $1', [session.id])
  const refreshToken = makeRefreshToken()
  await insertRootToken(tx, { sessionId: session.id, token: refreshToken })
  await addProof(tx, session.id, { method: METHODS[factor.factor_type] })
  await audit(tx, call, { action: 'factor_verified', userId: user.id, details: { factor_id: factor.id } })
  const raised = await findUserById(tx, user.id)
  return sessionResponse(tx, call.auth, {
    user: raised ?? user,
    session: { ...session, aal: 'aal2', factor_id: factor.id },
    refreshToken,
  })
}
