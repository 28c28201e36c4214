import { z } from 'zod'
import { audit } from '../../audit.ts'
import { type Call, jsonResponse } from '../../auth.ts'
import { readBody } from '../../body.ts'
import { requireCaptcha, securityFields } from '../../captcha/require-captcha.ts'
import { guard, limit } from '../../limits.ts'
import { authenticationOptions, DeviceAnswer, namedUser, verifyAuthentication } from '../../passkeys/ceremonies.ts'
import { failedCeremony, openChallenge, takeChallenge } from '../../passkeys/challenges.ts'
import { findPasskey, recordUse } from '../../passkeys/credentials.ts'
import { requirePasskeysOn } from '../../passkeys/require-passkeys.ts'
import { invalid } from '../../refusals.ts'
import { openSession } from '../../sessions/sessions.ts'

const StartInput = z.object(securityFields)

/** POST /passkeys/authentication/options: a challenge that any passkey of this site may answer. */
export async function startAuthentication(call: Call): Promise<Response> {
  requirePasskeysOn(call)
  await requireCaptcha(call, await readBody(call.request, StartInput))
  await guard(call, [limit(call, 'requestPerAddress', `passkey:${call.network}`)])
  const options = await authenticationOptions(call.auth.settings, { credentials: [], isPasskey: true })
  const { id, expires_at } = await call.auth.transact((tx) => openChallenge(tx, { challenge: options.challenge }), {
    mayBeLost: true,
  })
  return jsonResponse({ challenge_id: id, options, expires_at })
}

const VerifyInput = z.object({ challenge_id: z.string().nullish(), credential: DeviceAnswer.nullish() })

/**
 * POST /passkeys/authentication/verify: session for the device's answer. The device has checked its owner, so the
 * session is of the second level. An unknown credential and a wrong answer get the same response.
 */
export async function verifyPasskey(call: Call): Promise<Response> {
  requirePasskeysOn(call)
  const body = await readBody(call.request, VerifyInput)
  await guard(call, [limit(call, 'tokenPerAddress', call.network)])
  const answer = body.credential
  if (!answer) throw invalid('credential is required')
  const challenge = await call.auth.transact((tx) => takeChallenge(tx, { id: body.challenge_id ?? '' }))
  const session = await call.auth.transact(async (tx) => {
    const credential = await findPasskey(tx, answer.id)
    if (!credential || (namedUser(answer) ?? credential.user_id) !== credential.user_id) return null
    const use = await verifyAuthentication(call.auth.settings, { credential, challenge, answer, isPasskey: true })
    if (!use) {
      await audit(tx, call, {
        action: 'passkey_refused',
        userId: credential.user_id,
        details: { passkey_id: credential.id },
      })
      return null
    }
    await recordUse(tx, credential.id, use)
    return openSession(tx, call, { userId: credential.user_id, proof: { method: 'passkey' }, aal: 'aal2' })
  })
  if (!session) throw failedCeremony()
  return jsonResponse(session)
}
