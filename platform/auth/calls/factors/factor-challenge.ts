import { z } from 'zod'
import { type Call, jsonResponse } from '../../auth.ts'
import { readBody } from '../../body.ts'
import { makeCode } from '../../codes/one-time-tokens.ts'
import { channelField, readChannel, sendSms } from '../../codes/text-messages.ts'
import {
  CHALLENGE_LIFE_SECONDS,
  type FactorRow,
  readFactorId,
  refuseAnonymous,
  requireFactor,
} from '../../factors/factors.ts'
import { guard, limit, sendWithinLimits } from '../../limits.ts'
import { authenticationOptions, registrationOptions } from '../../passkeys/ceremonies.ts'
import { openChallenge as openDeviceChallenge } from '../../passkeys/challenges.ts'
import { findFactorCredential, listCredentials } from '../../passkeys/credentials.ts'
import { readClaims, requireCaller } from '../../sessions/bearer.ts'
import type { User } from '../../users/users.ts'

const Body = z.object(channelField)

/**
 * POST /factors/{id}/challenge: accepts a code for the next five minutes; a phone is sent its code now, a device is
 * asked to make its key or to use it.
 */
export async function challengeFactor(call: Call): Promise<Response> {
  const channel = readChannel(await readBody(call.request, Body))
  readFactorId(call)
  const claims = await readClaims(call)
  await guard(call, [limit(call, 'factorPerAccount', `challenge:${claims.sub}`)])
  const factor = await call.auth.transact(async (tx) => {
    const caller = await requireCaller(tx, call)
    refuseAnonymous(caller)
    return { ...(await requireFactor(tx, call, caller)), user: caller.user }
  })
  if (factor.factor_type === 'webauthn') return jsonResponse(await challengeDevice(call, factor))
  const { phone } = factor
  const challenge = phone
    ? await sendWithinLimits(call, { by: 'sms', to: phone }, async () => {
        const code = makeCode(call.auth.settings.otpLength)
        const opened = await openChallenge(call, factor.id, code)
        await sendSms(call, { kind: 'factor', to: phone, code, channel })
        return opened
      })
    : await openChallenge(call, factor.id, null)
  return jsonResponse({ id: challenge?.id, type: factor.factor_type, expires_at: challenge?.expires_at })
}

/** A challenge for the factor's own device: to make its key while the factor is unverified, then to use it. */
function challengeDevice(call: Call, factor: FactorRow & { user: User }) {
  const { settings } = call.auth
  const { user } = factor
  return call.auth.transact(async (tx) => {
    await tx.query('update auth.mfa_factors set last_challenged_at = now() where id = $1', [factor.id])
    const credential = await findFactorCredential(tx, factor.id)
    const publicKey = credential
      ? await authenticationOptions(settings, { credentials: [credential], isPasskey: false })
      : await registrationOptions(settings, { user, existing: await listCredentials(tx, user.id), isPasskey: false })
    const opened = await openDeviceChallenge(tx, {
      userId: user.id,
      factorId: factor.id,
      challenge: publicKey.challenge,
    })
    const webauthn = { type: credential ? 'request' : 'create', credential_options: { publicKey } }
    return { id: opened.id, type: factor.factor_type, expires_at: opened.expires_at, webauthn }
  })
}

function openChallenge(call: Call, factorId: string, code: string | null) {
  return call.auth.transact(async (tx) => {
    await tx.query('update auth.mfa_factors set last_challenged_at = now() where id = $1', [factorId])
    const { rows } = await tx.query<{ id: string; expires_at: number }>(
      `insert into auth.mfa_challenges (factor_id, code_hash, ip_address) values ($1, $2, $3)
       returning id, extract(epoch from created_at)::int + ${CHALLENGE_LIFE_SECONDS} as expires_at`,
      [factorId, code === null ? null : call.auth.hashCode(factorId, code), call.address],
    )
    return rows[0]
  })
}
