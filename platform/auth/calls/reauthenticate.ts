import { audit } from '../audit.ts'
import { answerJson, type Call } from '../auth.ts'
import { sendToken } from '../confirmations.ts'
import { guardMail, guardSms } from '../limits.ts'
import { loadCaller, reauthenticationAddress } from '../reauthentication.ts'
import { AuthRefusal, invalid } from '../refusals.ts'
import { issueSmsCode, sendSms } from '../text-messages.ts'
import { updateUser } from '../users.ts'

/** GET /reauthenticate: sends a code to the person's confirmed address, to be sent back as `nonce` with a change. */
export async function reauthenticate(call: Call): Promise<Response> {
  const { user } = await loadCaller(call)
  const address = reauthenticationAddress(user)
  if (!address) {
    if (user.email) throw new AuthRefusal(422, 'email_not_confirmed', 'Please verify your email first.')
    throw invalid('Reauthentication requires the user to have an email or a phone number')
  }
  if (address.kind === 'email') {
    await guardMail(call, { kind: 'reauthentication', to: address.to })
    await call.auth.transact(async (tx) => {
      await audit(tx, call, { action: 'user_reauthenticate_requested', userId: user.id })
      await sendToken(tx, call, {
        user,
        kind: 'reauthentication',
        redirectTo: call.auth.settings.siteUrl,
        challenge: null,
      })
    })
    return answerJson({})
  }
  await guardSms(call, address.to)
  const code = await call.auth.transact(async (tx) => {
    await audit(tx, call, { action: 'user_reauthenticate_requested', userId: user.id })
    await updateUser(tx, user.id, { reauthentication_sent_at: new Date() })
    return issueSmsCode(tx, call, { user, type: 'reauthentication', to: address.to })
  })
  await sendSms(call, { kind: 'reauthentication', to: address.to, code, channel: 'sms' })
  return answerJson({})
}
