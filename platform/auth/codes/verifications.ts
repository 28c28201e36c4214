import type { PoolClient } from 'pg'
import { audit } from '../audit.ts'
import type { Call } from '../auth.ts'
import { AuthRefusal } from '../refusals.ts'
import { refuseBanned } from '../sessions/sessions.ts'
import { markIdentityVerified } from '../users/identities.ts'
import { NO_CLAIM, type SignUpClaim, settleSignUps } from '../users/sign-up-claims.ts'
import { forgetSignUps, isUnproven } from '../users/sign-ups.ts'
import { findUserById, type User, updateUser } from '../users/users.ts'
import { applyEmailChange } from './email-change.ts'
import { deleteTokens, type Redeemed } from './one-time-tokens.ts'
import { applyPhoneChange } from './phone-change.ts'

/** `half` is the first of the two confirmations that a change of address needs. */
type Verified = 'whole' | 'half'

/**
 * Applies a redeemed token. It proves that the person owns the address to which it was sent; the claim proves anything
 * else.
 */
export async function applyVerification(
  tx: PoolClient,
  call: Call,
  { redeemed, claim = NO_CLAIM }: { redeemed: Redeemed; claim?: SignUpClaim },
): Promise<Verified> {
  const user = await findUserById(tx, redeemed.userId, { lock: true })
  if (!user) throw expiredToken()
  refuseBanned(user)
  switch (redeemed.type) {
    case 'confirmation':
      await settleSignUps(tx, user, claim)
      await confirmAddress(tx, user, redeemed.relatesTo)
      await audit(tx, call, { action: 'user_confirmed', userId: user.id })
      return 'whole'
    case 'recovery':
      // While an address is unproven, its password may be an attacker's, and so may role, name and referrer.
      if (isUnproven(user)) await forgetSignUps(tx, user)
      else if (!user.email_confirmed_at) await updateUser(tx, user.id, { encrypted_password: null })
      await confirmAddress(tx, user, redeemed.relatesTo)
      return 'whole'
    case 'email_change_new':
    case 'email_change_current':
      return applyEmailChange(tx, call, { user, redeemed })
    case 'phone_change':
      return applyPhoneChange(tx, call, { user, redeemed })
    case 'reauthentication':
      throw expiredToken()
  }
}

/** Checks that the address is still the user's; a token sent to a previous address proves nothing. */
export async function confirmAddress(tx: PoolClient, user: User, address: string): Promise<void> {
  const provider = address === user.email ? 'email' : address === user.phone ? 'phone' : null
  if (!provider) throw expiredToken()
  await deleteTokens(tx, user.id)
  if (user[`${provider}_confirmed_at`]) return
  await tx.query(`update auth.users set ${provider}_confirmed_at = now(), updated_at = now() where id = $1`, [user.id])
  await markIdentityVerified(tx, { userId: user.id, provider, address })
}

function expiredToken(): AuthRefusal {
  return new AuthRefusal(403, 'otp_expired', 'Token has expired or is invalid')
}
