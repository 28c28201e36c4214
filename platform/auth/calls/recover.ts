import type { PoolClient } from 'pg'
import { z } from 'zod'
import { parseEmail } from '../addresses.ts'
import { audit } from '../audit.ts'
import { type Call, jsonResponse } from '../auth.ts'
import { readBody } from '../body.ts'
import { requireCaptcha, securityFields } from '../captcha/require-captcha.ts'
import { sendToken } from '../codes/confirmations.ts'
import { challengeFields, readChallenge } from '../flows/flow-states.ts'
import { chooseRedirect } from '../flows/redirects.ts'
import { guard, limit, sendWithinLimits } from '../limits.ts'
import { withMinimumDuration } from '../passwords/minimum-duration.ts'
import { invalid } from '../refusals.ts'
import { findUserByEmail } from '../users/users.ts'

const Body = z.object({ email: z.string().nullish(), ...challengeFields, ...securityFields })

/**
 * POST /recover: mails a link to choose a new password. The answer does not reveal whether the address is registered.
 */
export async function recover(call: Call): Promise<Response> {
  const body = await readBody(call.request, Body)
  await requireCaptcha(call, body)
  if (!body.email) throw invalid('Password recovery requires an email')
  const email = parseEmail(body.email)
  const challenge = readChallenge(body)
  await guard(call, [limit(call, 'requestPerAddress', `recover:${call.network}`)])
  const redirectTo = chooseRedirect(call.request, call.auth.settings)
  const send = async (tx: PoolClient) => {
    const user = await findUserByEmail(tx, email)
    if (!user) return null
    await audit(tx, call, { action: 'user_recovery_requested', userId: user.id })
    await sendToken(tx, call, { user, kind: 'recovery', redirectTo, challenge })
    return user.id
  }
  await withMinimumDuration(() =>
    sendWithinLimits(call, { by: 'mail', kind: 'recovery', to: email }, () => call.auth.transact(send)),
  )
  return jsonResponse({})
}
