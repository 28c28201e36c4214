import type { PoolClient } from 'pg'
import { isUuid } from '../../addresses.ts'
import { audit } from '../../audit.ts'
import { type Call, jsonResponse } from '../../auth.ts'
import { requireRecentProof } from '../../codes/reauthentication.ts'
import { AuthRefusal } from '../../refusals.ts'
import { requireCaller, requireHighestAal } from '../../sessions/bearer.ts'
import { refreshProviders, type UserIdentity } from '../../users/identities.ts'
import { findUserByEmail, type User, updateUser } from '../../users/users.ts'
import { requireManualLinking } from './identity-authorize.ts'

/** DELETE /user/identities/{id}: unlinks one of the caller's identities, never the last one. */
export async function deleteIdentity(call: Call): Promise<Response> {
  requireManualLinking(call)
  const id = call.params.identityId ?? ''
  if (!isUuid(id)) throw new AuthRefusal(404, 'validation_failed', 'identity_id must be an UUID')
  return call.auth.transact(async (tx) => {
    const caller = await requireCaller(tx, call, { lock: true })
    const { user } = caller
    requireHighestAal(caller, 'AAL2 session is required to unlink an identity when MFA is enabled.')
    requireRecentProof(call, caller)
    const identity = user.identities.find((candidate) => candidate.id === id.toLowerCase())
    if (!identity) throw new AuthRefusal(422, 'identity_not_found', "Identity doesn't exist")
    const rest = user.identities.filter((candidate) => candidate !== identity)
    if (rest.length === 0) {
      const text = 'User must have at least 1 identity after unlinking'
      throw new AuthRefusal(422, 'single_identity_not_deletable', text)
    }
    await tx.query('delete from auth.identities where id = $1', [identity.id])
    await moveAddress(tx, { user, identity, rest })
    await refreshProviders(tx, user.id)
    const details = { provider: identity.provider }
    await audit(tx, call, { action: 'identity_unlinked', userId: user.id, details })
    return jsonResponse({})
  })
}

/** The account keeps only an address that one of the remaining identities vouches for. */
async function moveAddress(
  tx: PoolClient,
  { user, identity, rest }: { user: User; identity: UserIdentity; rest: UserIdentity[] },
): Promise<void> {
  if (identity.provider === 'phone') await updateUser(tx, user.id, { phone: null, phone_confirmed_at: null })
  if (!rest.some((one) => one.provider === 'email' || one.provider === 'phone')) {
    await updateUser(tx, user.id, { encrypted_password: null })
  }
  if (rest.some((one) => one.email === user.email)) return
  const next = rest.find((one) => one.email && one.identity_data.email_verified === true)?.email ?? null
  const owner = next ? await findUserByEmail(tx, next) : null
  if (owner && owner.id !== user.id) {
    const text = 'Unable to unlink identity due to email conflict'
    throw new AuthRefusal(422, 'email_conflict_identity_not_deletable', text)
  }
  await updateUser(tx, user.id, { email: next, email_confirmed_at: next ? new Date() : null })
}
