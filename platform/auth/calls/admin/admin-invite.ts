import { z } from 'zod'
import { parseEmail } from '../../addresses.ts'
import { requireAdmin } from '../../admin.ts'
import { audit } from '../../audit.ts'
import { type Call, jsonResponse } from '../../auth.ts'
import { readBody } from '../../body.ts'
import { sendToken } from '../../codes/confirmations.ts'
import { emailTaken } from '../../codes/email-change.ts'
import { chooseRedirect } from '../../flows/redirects.ts'
import { invalid } from '../../refusals.ts'
import { mergeMetadata } from '../../users/metadata.ts'
import { claimAddress } from '../../users/registration.ts'
import { findUserByEmail, findUserById, presentUser } from '../../users/users.ts'

const Body = z.object({ email: z.string().nullish(), data: z.record(z.string(), z.unknown()).nullish() })

/** POST /invite: an account without a password, and a mail whose link opens it. */
export async function invite(call: Call): Promise<Response> {
  await requireAdmin(call)
  const body = await readBody(call.request, Body)
  if (!body.email) throw invalid('An email address is required')
  const email = parseEmail(body.email)
  const data = mergeMetadata({}, { sent: body.data ?? undefined, maxBytes: call.auth.settings.maxUserMetadataBytes })
  return call.auth.transact(async (tx) => {
    const known = await findUserByEmail(tx, email)
    if (known?.confirmed_at) throw emailTaken()
    const user = await claimAddress(tx, { provider: 'email', address: email, passwordHash: null, data, isFinal: true })
    const redirectTo = chooseRedirect(call.request, call.auth.settings)
    await sendToken(tx, call, { user, kind: 'invite', redirectTo, challenge: null })
    await audit(tx, call, { action: 'user_invited', userId: user.id })
    return jsonResponse(presentUser((await findUserById(tx, user.id)) ?? user))
  })
}
