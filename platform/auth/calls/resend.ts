import { z } from 'zod'
import { parseEmail } from '../addresses.ts'
import { answerJson, type Call } from '../auth.ts'
import { readBody } from '../body.ts'
import { sendToken } from '../confirmations.ts'
import { evenly } from '../evenly.ts'
import { challengeFields, readChallenge } from '../flow-states.ts'
import { guard, guardMail, limit } from '../limits.ts'
import { chooseRedirect } from '../redirects.ts'
import { invalid } from '../refusals.ts'
import { findUserByEmail } from '../users.ts'

const Body = z.object({
  type: z.string().nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
  ...challengeFields,
})

/** POST /resend: the mail again whose link got lost or old. Unknown and confirmed addresses get the same answer. */
export async function resend(call: Call): Promise<Response> {
  const body = await readBody(call.request, Body)
  if (body.type !== 'signup') throw invalid('Missing one of these types: signup, email_change, sms, phone_change')
  if (!body.email) throw invalid('Type provided requires an email address')
  const email = parseEmail(body.email)
  const challenge = readChallenge(body)
  await guard(call, [limit(call, 'requestPerAddress', `resend:${call.address}`)])
  await guardMail(call, { kind: 'confirmation', to: email })
  const redirectTo = chooseRedirect(call.request, call.auth.settings)
  await evenly(() =>
    call.auth.transact(async (tx) => {
      const user = await findUserByEmail(tx, email)
      if (!user || user.email_confirmed_at) return
      await sendToken(tx, call, { user, kind: 'confirmation', redirectTo, challenge })
    }),
  )
  return answerJson({})
}
