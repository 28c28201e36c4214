import type { PoolClient } from 'pg'
import { audit } from '../audit.ts'
import type { Call } from '../auth.ts'
import { AuthRefusal } from '../refusals.ts'
import { setOwnIdentity } from '../users/identities.ts'
import { findUserByPhone, type User, updateUser } from '../users/users.ts'
import { deleteTokens, type Redeemed } from './one-time-tokens.ts'
import { issueSmsCode } from './text-messages.ts'

/** Returns the code to send to the new number, or null if numbers need no proof. */
export async function requestPhoneChange(
  tx: PoolClient,
  call: Call,
  { user, phone }: { user: User; phone: string },
): Promise<string | null> {
  if (await findUserByPhone(tx, phone)) throw phoneTaken()
  if (call.auth.settings.phoneAutoconfirm) {
    await swapPhone(tx, call, { user, phone })
    return null
  }
  await updateUser(tx, user.id, { phone_change: phone, phone_change_sent_at: new Date() })
  await audit(tx, call, { action: 'user_phone_change_requested', userId: user.id })
  return issueSmsCode(tx, call, { user, type: 'phone_change', to: phone })
}

export async function applyPhoneChange(
  tx: PoolClient,
  call: Call,
  { user, redeemed }: { user: User; redeemed: Redeemed },
): Promise<'whole'> {
  if (!user.phone_change || redeemed.relatesTo !== user.phone_change) {
    throw new AuthRefusal(403, 'otp_expired', 'Token has expired or is invalid')
  }
  await swapPhone(tx, call, { user, phone: user.phone_change })
  return 'whole'
}

async function swapPhone(tx: PoolClient, call: Call, { user, phone }: { user: User; phone: string }): Promise<void> {
  if (await findUserByPhone(tx, phone)) throw phoneTaken()
  await updateUser(tx, user.id, { phone, phone_change: null, is_anonymous: false })
  await tx.query('update auth.users set phone_confirmed_at = now() where id = $1', [user.id])
  await setOwnIdentity(tx, { userId: user.id, provider: 'phone', address: phone })
  await deleteTokens(tx, user.id)
  await audit(tx, call, { action: 'user_phone_changed', userId: user.id })
}

export function phoneTaken(): AuthRefusal {
  return new AuthRefusal(422, 'phone_exists', 'A user with this phone number has already been registered')
}
