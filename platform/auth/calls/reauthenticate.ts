import type { PoolClient } from 'pg'
import { audit } from '../audit.ts'
import { type Call, jsonResponse } from '../auth.ts'
import { sendToken } from '../codes/confirmations.ts'
import { loadCaller, reauthenticationAddress } from '../codes/reauthentication.ts'
import { issueSmsCode, sendSms } from '../codes/text-messages.ts'
import { sendWithinLimits } from '../limits.ts'
import { AuthRefusal, invalid } from '../refusals.ts'
import { updateUser } from '../users/users.ts'

/** GET /reauthenticate: sends a code to the person's confirmed address, to be sent back as `nonce` with a change. */
export async function reauthenticate(call: Call): Promise<Response> {
  const { user } = await loadCaller(call)
  const address = reauthenticationAddress(user)
  if (!address) {
    if (user.email) throw new AuthRefusal(422, 'email_not_confirmed', 'Please verify your email first.')
    throw invalid('Reauthentication requires the user to have an email or a phone number')
  }
  if (address.kind === 'email') {
    const send = async (tx: PoolClient) => {
      await audit(tx, call, { action: 'user_reauthenticate_requested', userId: user.id })
      const redirectTo = call.auth.settings.siteUrl
      await sendToken(tx, call, { user, kind: 'reauthentication', redirectTo, challenge: null })
    }
    const sending = { by: 'mail', kind: 'reauthentication', to: address.to } as const
    await sendWithinLimits(call, sending, () => call.auth.transact(send))
    return jsonResponse({})
  }
  await sendWithinLimits(call, { by: 'sms', to: address.to }, async () => {
    const code = await call.auth.transact(async (tx) => {
      await audit(tx, call, { action: 'user_reauthenticate_requested', userId: user.id })
      await updateUser(tx, user.id, { reauthentication_sent_at: new Date() })
      return issueSmsCode(tx, call, { user, type: 'reauthentication', to: address.to })
    })
    await sendSms(call, { kind: 'reauthentication', to: address.to, code, channel: 'sms' })
  })
  return jsonResponse({})
}
