import { z } from 'zod'
import { type Call, jsonResponse } from '../../auth.ts'
import { readBody } from '../../body.ts'
import { makeCode } from '../../codes/one-time-tokens.ts'
import { channelField, readChannel, sendSms } from '../../codes/text-messages.ts'
import { CHALLENGE_LIFE_SECONDS, readFactorId, refuseAnonymous, requireFactor } from '../../factors/factors.ts'
import { guard, limit, sendWithinLimits } from '../../limits.ts'
import { readClaims, requireCaller } from '../../sessions/bearer.ts'

const Body = z.object(channelField)

/** POST /factors/{id}/challenge: accepts a code for the next five minutes; a phone is sent its code now. */
export async function challengeFactor(call: Call): Promise<Response> {
  const channel = readChannel(await readBody(call.request, Body))
  readFactorId(call)
  const claims = await readClaims(call)
  await guard(call, [limit(call, 'factorPerAccount', `challenge:${claims.sub}`)])
  const factor = await call.auth.transact(async (tx) => {
    const caller = await requireCaller(tx, call)
    refuseAnonymous(caller)
    return requireFactor(tx, call, caller)
  })
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
