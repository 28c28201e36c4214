import type { PoolClient } from 'pg'
import { z } from 'zod'
import { audit } from '../audit.ts'
import { answerJson, type Call } from '../auth.ts'
import { type Caller, readClaims, requireCaller, requireHighestAal } from '../bearer.ts'
import { readBody } from '../body.ts'
import { challengeFields } from '../flow-states.ts'
import { guard, limit } from '../limits.ts'
import { mergeMetadata } from '../metadata.ts'
import { deleteTokens } from '../one-time-tokens.ts'
import { checkPassword } from '../passwords.ts'
import { AuthRefusal } from '../refusals.ts'
import { findUserById, presentUser, updateUser } from '../users.ts'

const Body = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  current_password: z.string().nullish(),
  nonce: z.string().nullish(),
  data: z.record(z.string(), z.unknown()).nullish(),
  app_metadata: z.unknown().optional(),
  ...challengeFields,
})
type Body = z.infer<typeof Body>

/** PUT /user: what a person may change about themselves. */
export async function updateOwnUser(call: Call): Promise<Response> {
  const body = await readBody(call.request, Body)
  const claims = await readClaims(call)
  await guard(call, [limit(call, 'requestPerAddress', `update-user:${claims.sub}`)])
  if (body.app_metadata !== undefined && body.app_metadata !== null) {
    throw new AuthRefusal(403, 'not_admin', 'Updating app_metadata requires admin privileges')
  }
  const password = body.password ? await preparePassword(call, body, body.password) : null
  const user = await call.auth.transact(async (tx) => {
    const caller = await requireCaller(tx, call, { lock: true })
    if (body.data) {
      const maxBytes = call.auth.settings.maxUserMetadataBytes
      const metadata = mergeMetadata(caller.user.raw_user_meta_data, { sent: body.data, maxBytes })
      await updateUser(tx, caller.user.id, { raw_user_meta_data: metadata })
    }
    if (password) await changePassword(tx, call, { caller, ...password })
    await audit(tx, call, { action: 'user_modified', userId: caller.user.id })
    return findUserById(tx, caller.user.id)
  })
  if (!user) throw new AuthRefusal(403, 'user_not_found', 'User from sub claim in JWT does not exist')
  return answerJson(presentUser(user))
}

interface NewPassword {
  hash: string
  /** The old password was shown, and this is the hash it was checked against. */
  provenAgainst: string | null
}

/** Hashing is slow, so it happens before the transaction opens and not within it. */
async function preparePassword(call: Call, body: Body, password: string): Promise<NewPassword> {
  const { auth } = call
  checkPassword(password, auth.settings.passwordMinLength)
  const caller = await auth.transact((tx) => requireCaller(tx, call))
  refuseSsoUser(caller)
  requireHighestAal(caller, 'AAL2 session is required to update email or password when MFA is enabled.')
  const stored = caller.user.encrypted_password
  if (stored && (await auth.hashing.verify(stored, password))) {
    throw new AuthRefusal(422, 'same_password', 'New password should be different from the old password.')
  }
  let provenAgainst: string | null = null
  if (body.current_password && stored) {
    if (!(await auth.hashing.verify(stored, body.current_password))) {
      throw new AuthRefusal(400, 'invalid_credentials', 'Invalid login credentials')
    }
    provenAgainst = stored
  }
  return { hash: await auth.hashing.hash(password), provenAgainst }
}

function refuseSsoUser({ user }: Caller): void {
  if (user.is_sso_user) {
    throw new AuthRefusal(422, 'user_sso_managed', 'Updating email, phone, password of a SSO account is not possible')
  }
}

async function changePassword(
  tx: PoolClient,
  call: Call,
  { caller, hash, provenAgainst }: NewPassword & { caller: Caller },
): Promise<void> {
  const { user, session } = caller
  requireRecentProof(call, caller, provenAgainst !== null && provenAgainst === user.encrypted_password)
  await updateUser(tx, user.id, { encrypted_password: hash })
  // Whoever knew the old password, or holds a mail that was sent before, is out.
  await deleteTokens(tx, user.id)
  await tx.query('delete from auth.sessions where user_id = $1 and id <> $2', [user.id, session.id])
  await audit(tx, call, { action: 'user_updated_password', userId: user.id })
}

/** An old session may be a thief's: the password changes only after the old one, or a recent sign-in. */
function requireRecentProof(call: Call, { session }: Caller, isProven: boolean): void {
  const { reauthenticateAfterSeconds } = call.auth.settings
  if (isProven || reauthenticateAfterSeconds === 0) return
  if (Date.now() - session.created_at.getTime() < reauthenticateAfterSeconds * 1000) return
  throw new AuthRefusal(400, 'reauthentication_needed', 'Password update requires reauthentication')
}
