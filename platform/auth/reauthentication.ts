import type { Call } from './auth.ts'
import { type Caller, requireCaller } from './bearer.ts'
import { redeemCode } from './one-time-tokens.ts'
import { AuthRefusal } from './refusals.ts'

/** What a person may show to prove that an old session is still theirs. */
export interface Proofs {
  nonce?: string | null | undefined
  current_password?: string | null | undefined
}

/**
 * An old session may be a thief's: e-mail, phone and password change only with a code from the mail, with the old
 * password, or soon after a sign-in. Runs before the change, because hashing is slow and a wrong code must count.
 */
export async function requireRecentProof(call: Call, caller: Caller, proofs: Proofs): Promise<void> {
  const { auth } = call
  if (proofs.nonce) return redeemNonce(call, caller, proofs.nonce)
  const stored = caller.user.encrypted_password
  if (proofs.current_password && stored) {
    if (await auth.hashing.verify(stored, proofs.current_password)) return
    throw new AuthRefusal(400, 'invalid_credentials', 'Invalid login credentials')
  }
  const allowedMs = auth.settings.reauthenticateAfterSeconds * 1000
  if (allowedMs === 0 || Date.now() - caller.session.created_at.getTime() < allowedMs) return
  throw new AuthRefusal(400, 'reauthentication_needed', 'Password update requires reauthentication')
}

async function redeemNonce(call: Call, { user }: Caller, nonce: string): Promise<void> {
  const address = reauthenticationAddress(user)
  const redeemed = address
    ? await call.auth.transact((tx) =>
        redeemCode(tx, call.auth, {
          code: nonce,
          relatesTo: address.to,
          types: ['reauthentication'],
          lifeSeconds: call.auth.settings[address.kind === 'email' ? 'emailOtpLifeSeconds' : 'smsOtpLifeSeconds'],
          userId: user.id,
        }),
      )
    : null
  if (!redeemed) throw new AuthRefusal(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid')
}

/** Where the code goes: the confirmed e-mail address, else the confirmed telephone. */
export function reauthenticationAddress(
  user: Pick<Caller['user'], 'email' | 'email_confirmed_at' | 'phone' | 'phone_confirmed_at'>,
): { kind: 'email' | 'phone'; to: string } | null {
  if (user.email && user.email_confirmed_at) return { kind: 'email', to: user.email }
  if (user.phone && user.phone_confirmed_at) return { kind: 'phone', to: user.phone }
  return null
}

/** The caller as of now, outside any transaction that would be held open while hashing. */
export function loadCaller(call: Call): Promise<Caller> {
  return call.auth.transact((tx) => requireCaller(tx, call))
}
