import type { PoolClient } from 'pg'
import { z } from 'zod'
import { audit } from '../../audit.ts'
import { type Call, jsonResponse } from '../../auth.ts'
import { readBody } from '../../body.ts'
import { guard, limit } from '../../limits.ts'
import { DeviceAnswer, registrationOptions, verifyRegistration } from '../../passkeys/ceremonies.ts'
import { failedCeremony, openChallenge, takeChallenge } from '../../passkeys/challenges.ts'
import {
  insertCredential,
  isPasskey,
  listCredentials,
  listPasskeys,
  presentPasskey,
} from '../../passkeys/credentials.ts'
import { requirePasskeyOwner, requirePasskeysOn } from '../../passkeys/require-passkeys.ts'
import { AuthRefusal, invalid } from '../../refusals.ts'
import { readClaims } from '../../sessions/bearer.ts'
import type { User } from '../../users/users.ts'

/** POST /passkeys/registration/options: what the browser needs to have the device make a passkey. */
export async function startRegistration(call: Call): Promise<Response> {
  requirePasskeysOn(call)
  const claims = await readClaims(call)
  await guard(call, [limit(call, 'factorPerAccount', `passkey:${claims.sub}`)])
  return call.auth.transact(async (tx) => {
    const { user } = await requirePasskeyOwner(tx, call)
    const existing = await listCredentials(tx, user.id)
    refuseTooMany(call, existing.filter(isPasskey).length)
    const options = await registrationOptions(call.auth.settings, { user, existing, isPasskey: true })
    const { id, expires_at } = await openChallenge(tx, { userId: user.id, challenge: options.challenge })
    return jsonResponse({ challenge_id: id, options, expires_at })
  })
}

const VerifyInput = z.object({ challenge_id: z.string().nullish(), credential: DeviceAnswer.nullish() })

/** POST /passkeys/registration/verify: stores the passkey that the device has made, and tells its owner by mail. */
export async function verifyNewPasskey(call: Call): Promise<Response> {
  requirePasskeysOn(call)
  const body = await readBody(call.request, VerifyInput)
  const claims = await readClaims(call)
  await guard(call, [limit(call, 'factorPerAccount', `passkey-verify:${claims.sub}`)])
  const answer = body.credential
  if (!answer) throw invalid('credential is required')
  const challenge = await call.auth.transact(async (tx) => {
    const { user } = await requirePasskeyOwner(tx, call)
    return takeChallenge(tx, { id: body.challenge_id ?? '', userId: user.id })
  })
  const made = await verifyRegistration(call.auth.settings, { challenge, answer, isPasskey: true })
  if (!made) throw failedCeremony()
  return call.auth.transact(async (tx) => {
    const { user } = await requirePasskeyOwner(tx, call)
    // Counted under the lock of the user: two devices may register at the same time.
    refuseTooMany(call, (await listPasskeys(tx, user.id)).length)
    const stored = await insertCredential(tx, { userId: user.id, made })
    if (!stored) throw new AuthRefusal(422, 'webauthn_credential_exists', 'This credential is already registered')
    await audit(tx, call, { action: 'passkey_created', userId: user.id, details: { passkey_id: stored.id } })
    await notifyOwner(tx, call, user)
    return jsonResponse(presentPasskey(stored))
  })
}

/** A passkey that a thief of the session adds would let them in for good. */
async function notifyOwner(tx: PoolClient, call: Call, user: User): Promise<void> {
  if (!user.email) return
  await call.auth.sendMail(tx, {
    kind: 'passkey_added',
    to: user.email,
    link: `${call.auth.settings.siteUrl}/account/security`,
    code: '',
    data: { userId: user.id, userMetadata: user.raw_user_meta_data },
  })
}

function refuseTooMany(call: Call, count: number): void {
  if (count < call.auth.settings.maxPasskeys) return
  throw new AuthRefusal(422, 'too_many_passkeys', 'Maximum number of passkeys reached, delete one to continue')
}
