import type { PoolClient } from 'pg'
import { audit } from './audit.ts'
import type { Call } from './auth.ts'
import { markIdentityVerified } from './identities.ts'
import { deleteTokens, type Redeemed } from './one-time-tokens.ts'
import { AuthRefusal } from './refusals.ts'
import { refuseBanned } from './sessions.ts'
import { findUserById, type User, updateUser } from './users.ts'

/** `half` is the first of the two confirmations that a change of address needs. */
export type Verified = { kind: 'whole'; user: User } | { kind: 'half' }

/** What a redeemed token brings about. The person has shown that the address it was sent to is theirs. */
export async function applyVerification(tx: PoolClient, call: Call, redeemed: Redeemed): Promise<Verified> {
  const user = await findUserById(tx, redeemed.userId, { lock: true })
  if (!user) throw new AuthRefusal(403, 'otp_expired', 'Token has expired or is invalid')
  refuseBanned(user)
  switch (redeemed.type) {
    case 'confirmation':
      await confirmEmail(tx, user)
      await audit(tx, call, { action: 'user_signedup', userId: user.id })
      break
    case 'recovery':
      // The password of an address that nobody had proven may be a stranger's.
      if (!user.email_confirmed_at) await updateUser(tx, user.id, { encrypted_password: null })
      await confirmEmail(tx, user)
      break
    default:
      throw new AuthRefusal(403, 'otp_expired', 'Token has expired or is invalid')
  }
  return { kind: 'whole', user }
}

async function confirmEmail(tx: PoolClient, user: User): Promise<void> {
  await deleteTokens(tx, user.id)
  if (user.email_confirmed_at || !user.email) return
  await tx.query('update auth.users set email_confirmed_at = now(), updated_at = now() where id = $1', [user.id])
  await markIdentityVerified(tx, { userId: user.id, provider: 'email', address: user.email })
}
