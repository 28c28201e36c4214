import type { PoolClient } from 'pg'
import { z } from 'zod'
import { parseEmail, parsePhone } from '../addresses.ts'
import { audit } from '../audit.ts'
import { type Call, jsonResponse } from '../auth.ts'
import { readBody } from '../body.ts'
import { requestEmailChange } from '../codes/email-change.ts'
import { deleteTokens } from '../codes/one-time-tokens.ts'
import { requestPhoneChange } from '../codes/phone-change.ts'
import { loadCaller, proveAgain, requireRecentProof } from '../codes/reauthentication.ts'
import { channelField, readChannel, sendSms } from '../codes/text-messages.ts'
import { type Challenge, challengeFields, readChallenge } from '../flows/flow-states.ts'
import { guard, limit, sendWithinLimits } from '../limits.ts'
import { checkPassword } from '../passwords/passwords.ts'
import { AuthRefusal } from '../refusals.ts'
import { type Caller, readClaims, requireCaller, requireHighestAal } from '../sessions/bearer.ts'
import { mergeMetadata } from '../users/metadata.ts'
import { findUserById, presentUser, updateUser } from '../users/users.ts'

const UserUpdateInput = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  current_password: z.string().nullish(),
  nonce: z.string().nullish(),
  data: z.record(z.string(), z.unknown()).nullish(),
  app_metadata: z.unknown().optional(),
  ...channelField,
  ...challengeFields,
})
type UserUpdateInput = z.infer<typeof UserUpdateInput>

/** PUT /user: what a person may change about themselves. */
export async function updateOwnUser(call: Call): Promise<Response> {
  const body = await readBody(call.request, UserUpdateInput)
  const claims = await readClaims(call)
  // Counted per user, with the tries of the limit for addresses.
  await guard(call, [limit(call, 'requestPerAddress', `update-user:${claims.sub}`)])
  if (body.app_metadata !== undefined && body.app_metadata !== null) {
    throw new AuthRefusal(403, 'not_admin', 'Updating app_metadata requires admin privileges')
  }
  const channel = readChannel(body)
  const changes = await prepareChanges(call, body)
  const apply = async () => {
    const { user, smsCode } = await call.auth.transact((tx) => applyChanges(tx, call, { body, changes }))
    if (smsCode && changes.phone) {
      await sendSms(call, { kind: 'phone_change', to: changes.phone, code: smsCode, channel })
    }
    return user
  }
  return jsonResponse(presentUser(await withinLimits(call, changes, apply)))
}

function withinLimits<T>(call: Call, { email, phone }: Changes, work: () => Promise<T>): Promise<T> {
  const { emailAutoconfirm, phoneAutoconfirm } = call.auth.settings
  const texting = () => (phone && !phoneAutoconfirm ? sendWithinLimits(call, { by: 'sms', to: phone }, work) : work())
  if (!email || emailAutoconfirm) return texting()
  return sendWithinLimits(call, { by: 'mail', kind: 'email_change', to: email }, texting)
}

interface Changes {
  email?: string
  phone?: string
  passwordHash?: string
  challenge: Challenge | null
}

/** Checks that are slow, or that must count even if the change is refused. They run before the transaction. */
async function prepareChanges(call: Call, body: UserUpdateInput): Promise<Changes> {
  const changes: Changes = { challenge: readChallenge(body) }
  if (!body.email && !body.phone && !body.password && !body.nonce && !body.current_password) return changes
  const email = body.email ? parseEmail(body.email) : undefined
  const phone = body.phone ? parsePhone(body.phone) : undefined
  if (body.password) checkPassword(body.password, call.auth.settings)

  let caller = await loadCaller(call)
  if (email && email !== caller.user.email) changes.email = email
  if (phone && phone !== caller.user.phone) changes.phone = phone
  if (changes.email || changes.phone || body.password) requireMayChangeSignIn(caller)
  if (changes.phone && !call.auth.settings.phoneEnabled) {
    throw new AuthRefusal(400, 'phone_provider_disabled', 'Unsupported phone provider')
  }
  if (body.password) await refuseSamePassword(call, caller, body.password)
  // A proof may also be sent alone, before a change that has no field for one, such as a new factor.
  if (await proveAgain(call, caller, body)) caller = await loadCaller(call)
  if (!changes.email && !changes.phone && !body.password) return changes
  requireRecentProof(call, caller)
  if (body.password) changes.passwordHash = await call.auth.hashing.hash(body.password)
  return changes
}

/** Refuses SSO users, whose provider manages their sign-in, and sessions below the user's highest level. */
function requireMayChangeSignIn(caller: Caller): void {
  if (caller.user.is_sso_user) {
    throw new AuthRefusal(422, 'user_sso_managed', 'Updating email, phone, password of a SSO account is not possible')
  }
  requireHighestAal(caller, 'AAL2 session is required to update email or password when MFA is enabled.')
}

async function refuseSamePassword(call: Call, { user }: Caller, password: string): Promise<void> {
  const stored = user.encrypted_password
  if (stored && (await call.auth.hashing.verify(stored, password))) {
    throw new AuthRefusal(422, 'same_password', 'New password should be different from the old password.')
  }
}

async function applyChanges(
  tx: PoolClient,
  call: Call,
  { body, changes }: { body: UserUpdateInput; changes: Changes },
) {
  const { user, session } = await requireCaller(tx, call, { lock: true })
  if (body.data) {
    const maxBytes = call.auth.settings.maxUserMetadataBytes
    const metadata = mergeMetadata(user.raw_user_meta_data, { sent: body.data, maxBytes })
    await updateUser(tx, user.id, { raw_user_meta_data: metadata })
  }
  if (changes.passwordHash) {
    await updateUser(tx, user.id, { encrypted_password: changes.passwordHash })
    // Signs out all other sessions, and voids mails sent before.
    await deleteTokens(tx, user.id)
    await tx.query('delete from auth.sessions where user_id = $1 and id <> $2', [user.id, session.id])
    await audit(tx, call, { action: 'user_updated_password', userId: user.id })
  }
  const { email, phone, challenge } = changes
  if (email) await requestEmailChange(tx, call, { user, email, challenge })
  const smsCode = phone ? await requestPhoneChange(tx, call, { user, phone }) : null
  await audit(tx, call, { action: 'user_modified', userId: user.id })
  return { user: (await findUserById(tx, user.id)) ?? user, smsCode }
}
