import type { PoolClient } from 'pg'
import type { Call } from '../auth.ts'
import { requireRecentProof } from '../codes/reauthentication.ts'
import { refuseAnonymous } from '../factors/factors.ts'
import { AuthRefusal } from '../refusals.ts'
import { type Caller, requireCaller, requireHighestAal } from '../sessions/bearer.ts'

export function requirePasskeysOn(call: Call): void {
  if (!call.auth.settings.passkeysEnabled) {
    throw new AuthRefusal(404, 'passkey_disabled', 'Passkeys are disabled')
  }
}

/**
 * The caller, if they may change their passkeys: a passkey is a way in for good, so an old session, or one without the
 * second step, does not suffice. People of a company sign in there only.
 */
export async function requirePasskeyOwner(tx: PoolClient, call: Call): Promise<Caller> {
  const caller = await requireCaller(tx, call, { lock: true })
  refuseAnonymous(caller)
  if (caller.user.is_sso_user) {
    throw new AuthRefusal(422, 'user_sso_managed', 'SSO users cannot register passkeys')
  }
  requireHighestAal(caller, 'AAL2 session is required to manage passkeys when MFA is enabled.')
  requireRecentProof(call, caller)
  return caller
}
