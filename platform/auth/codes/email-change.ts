import type { PoolClient } from 'pg'
import { audit } from '../audit.ts'
import type { Call } from '../auth.ts'
import type { Challenge } from '../flows/flow-states.ts'
import { chooseRedirect } from '../flows/redirects.ts'
import { AuthRefusal } from '../refusals.ts'
import { setOwnIdentity } from '../users/identities.ts'
import { findUserByEmail, type User, updateUser } from '../users/users.ts'
import { sendToken } from './confirmations.ts'
import { deleteTokens, type Redeemed } from './one-time-tokens.ts'

/** Bits of `email_change_confirm_status`. */
const NEW_AGREED = 1
const CURRENT_AGREED = 2

/**
 * Asks both addresses for confirmation. The old one stays until both have agreed; a new request discards earlier
 * agreement.
 */
export async function requestEmailChange(
  tx: PoolClient,
  call: Call,
  { user, email, challenge }: { user: User; email: string; challenge: Challenge | null },
): Promise<void> {
  if (await findUserByEmail(tx, email)) throw emailTaken()
  if (call.auth.settings.emailAutoconfirm) return swapEmail(tx, call, { user, email })
  await updateUser(tx, user.id, { email_change: email, email_change_confirm_status: 0 })
  await audit(tx, call, { action: 'user_email_change_requested', userId: user.id })
  await sendChangeMails(tx, call, { user: { ...user, email_change: email, email_change_confirm_status: 0 }, challenge })
}

/** Mails each address that has not agreed yet. */
export async function sendChangeMails(
  tx: PoolClient,
  call: Call,
  { user, challenge }: { user: User; challenge: Challenge | null },
): Promise<void> {
  const redirectTo = chooseRedirect(call.request, call.auth.settings)
  const status = user.email_change_confirm_status
  if (!user.email_change) return
  if (!(status & NEW_AGREED)) {
    await sendToken(tx, call, { user, kind: 'email_change_new', to: user.email_change, redirectTo, challenge })
  }
  if (mustCurrentAgree(call, user) && !(status & CURRENT_AGREED)) {
    await sendToken(tx, call, { user, kind: 'email_change_current', redirectTo, challenge })
  }
}

/** Records that one of the addresses agrees; changes the address once all that must agree have done so. */
export async function applyEmailChange(
  tx: PoolClient,
  call: Call,
  { user, redeemed }: { user: User; redeemed: Redeemed },
): Promise<'whole' | 'half'> {
  const isNew = redeemed.type === 'email_change_new'
  if (!user.email_change || redeemed.relatesTo !== (isNew ? user.email_change : user.email)) {
    throw new AuthRefusal(403, 'otp_expired', 'Token has expired or is invalid')
  }
  const status = user.email_change_confirm_status | (isNew ? NEW_AGREED : CURRENT_AGREED)
  const wanted = mustCurrentAgree(call, user) ? NEW_AGREED | CURRENT_AGREED : NEW_AGREED
  if ((status & wanted) !== wanted) {
    await updateUser(tx, user.id, { email_change_confirm_status: status })
    return 'half'
  }
  await swapEmail(tx, call, { user, email: user.email_change })
  return 'whole'
}

async function swapEmail(tx: PoolClient, call: Call, { user, email }: { user: User; email: string }): Promise<void> {
  if (await findUserByEmail(tx, email)) throw emailTaken()
  await updateUser(tx, user.id, { email, email_change: null, email_change_confirm_status: 0, is_anonymous: false })
  await tx.query('update auth.users set email_confirmed_at = now() where id = $1', [user.id])
  await setOwnIdentity(tx, { userId: user.id, provider: 'email', address: email })
  await deleteTokens(tx, user.id)
  await audit(tx, call, { action: 'user_email_changed', userId: user.id })
}

/** An old address that was never confirmed need not agree. */
function mustCurrentAgree(call: Call, user: User): boolean {
  return call.auth.settings.secureEmailChange && user.email !== null && user.email_confirmed_at !== null
}

export function emailTaken(): AuthRefusal {
  return new AuthRefusal(422, 'email_exists', 'A user with this email address has already been registered')
}
