import type { Call } from '../auth.ts'
import { AuthRefusal } from '../refusals.ts'
import { type Caller, requireCaller } from '../sessions/bearer.ts'
import { addProof } from '../sessions/sessions.ts'
import { redeemCode } from './one-time-tokens.ts'

/**
 * An old session may have been stolen: e-mail, phone, password and factors can be changed only shortly after a sign-in,
 * or after the user has proven their identity again in this session.
 */
export function requireRecentProof(call: Call, caller: Caller): void {
  const allowedSeconds = call.auth.settings.reauthenticateAfterSeconds
  if (allowedSeconds === 0 || caller.session.proof_age_s < allowedSeconds) return
  throw new AuthRefusal(400, 'reauthentication_needed', 'Password update requires reauthentication')
}

/** Proofs that a user can give that an old session is still theirs. */
interface ReauthenticationProofs {
  nonce?: string | null | undefined
  current_password?: string | null | undefined
}

/**
 * Records a fresh proof in the session: the code from GET /reauthenticate, or the password. Runs before the change it
 * is for, because hashing is slow and a wrong code must count. Returns whether a proof was given.
 */
export async function proveAgain(call: Call, caller: Caller, proofs: ReauthenticationProofs): Promise<boolean> {
  if (proofs.nonce) {
    await redeemNonce(call, caller, proofs.nonce)
    return true
  }
  const stored = caller.user.encrypted_password
  if (!proofs.current_password || !stored) return false
  if (!(await call.auth.hashing.verify(stored, proofs.current_password))) {
    throw new AuthRefusal(400, 'invalid_credentials', 'Invalid login credentials')
  }
  await call.auth.transact((tx) => addProof(tx, caller.session.id, { method: 'password' }))
  return true
}

async function redeemNonce(call: Call, { user, session }: Caller, nonce: string): Promise<void> {
  const address = reauthenticationAddress(user)
  const { settings } = call.auth
  const isProven = await call.auth.transact(async (tx) => {
    const redeemed = address
      ? await redeemCode(tx, call.auth, {
          code: nonce,
          relatesTo: address.to,
          types: ['reauthentication'],
          lifeSeconds: address.kind === 'email' ? settings.emailOtpLifeSeconds : settings.smsOtpLifeSeconds,
          userId: user.id,
        })
      : null
    if (redeemed) await addProof(tx, session.id, { method: 'otp' })
    return redeemed !== null
  })
  if (!isProven) throw new AuthRefusal(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid')
}

/** Recipient of the code: the confirmed e-mail address, else the confirmed phone. */
export function reauthenticationAddress(
  user: Pick<Caller['user'], 'email' | 'email_confirmed_at' | 'phone' | 'phone_confirmed_at'>,
): { kind: 'email' | 'phone'; to: string } | null {
  if (user.email && user.email_confirmed_at) return { kind: 'email', to: user.email }
  if (user.phone && user.phone_confirmed_at) return { kind: 'phone', to: user.phone }
  return null
}

/** Reads the caller's current data, in a transaction of its own so that none is open while hashing. */
export function loadCaller(call: Call): Promise<Caller> {
  return call.auth.transact((tx) => requireCaller(tx, call))
}
