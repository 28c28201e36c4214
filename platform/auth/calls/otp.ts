import type { PoolClient } from 'pg'
import { z } from 'zod'
import { parseEmail, parsePhone } from '../addresses.ts'
import { audit } from '../audit.ts'
import { type Call, jsonResponse } from '../auth.ts'
import { readBody } from '../body.ts'
import { requireCaptcha, securityFields } from '../captcha/require-captcha.ts'
import { sendToken } from '../codes/confirmations.ts'
import { channelField, issueSmsCode, readChannel, sendSms, sendSmsLater } from '../codes/text-messages.ts'
import { type Challenge, challengeFields, readChallenge } from '../flows/flow-states.ts'
import { chooseRedirect } from '../flows/redirects.ts'
import { guard, limit, sendWithinLimits } from '../limits.ts'
import { withMinimumDuration } from '../passwords/minimum-duration.ts'
import { AuthRefusal, invalid } from '../refusals.ts'
import { isBanned } from '../sessions/sessions.ts'
import { mergeMetadata } from '../users/metadata.ts'
import { claimAddress, findUserByAddress } from '../users/registration.ts'
import { hashedChallenge } from '../users/sign-ups.ts'
import type { User } from '../users/users.ts'

const OtpInput = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  create_user: z.boolean().nullish(),
  data: z.record(z.string(), z.unknown()).nullish(),
  ...channelField,
  ...challengeFields,
  ...securityFields,
})
type OtpInput = z.infer<typeof OtpInput>

/** POST /otp: a sign-in code, by mail (with a link) or by text message. New addresses get an account. */
export async function otp(call: Call): Promise<Response> {
  const body = await readBody(call.request, OtpInput)
  await requireCaptcha(call, body)
  if (!body.email && !body.phone) throw invalid('One of email or phone must be set')
  if (body.email && body.phone) throw invalid('Only an email address or phone number should be provided')
  if (body.email && body.channel) throw invalid('Channel should only be specified with Phone OTP')
  await guard(call, [limit(call, 'requestPerAddress', `otp:${call.network}`)])
  return body.email ? sendEmailCode(call, body, body.email) : sendPhoneCode(call, body, body.phone ?? '')
}

async function sendEmailCode(call: Call, body: OtpInput, text: string): Promise<Response> {
  if (!call.auth.settings.emailEnabled) {
    throw new AuthRefusal(422, 'email_provider_disabled', 'Email logins are disabled')
  }
  const email = parseEmail(text)
  const challenge = readChallenge(body)
  const redirectTo = chooseRedirect(call.request, call.auth.settings)
  const send = async (tx: PoolClient) => {
    const user = await findOrCreate(tx, call, { body, provider: 'email', address: email, challenge })
    if (!user) return null
    const kind = user.email_confirmed_at ? 'magic_link' : 'confirmation'
    await sendToken(tx, call, { user, kind, redirectTo, challenge })
    return user.id
  }
  // Counted with recovery mails, before it is known which kind is sent: both replace the account's same token.
  await withMinimumDuration(() =>
    sendWithinLimits(call, { by: 'mail', kind: 'recovery', to: email }, () => call.auth.transact(send)),
  )
  return jsonResponse({})
}

async function sendPhoneCode(call: Call, body: OtpInput, text: string): Promise<Response> {
  if (!call.auth.settings.phoneEnabled) {
    throw new AuthRefusal(400, 'phone_provider_disabled', 'Unsupported phone provider')
  }
  const phone = parsePhone(text)
  const channel = readChannel(body)
  const issue = async (tx: PoolClient) => {
    const user = await findOrCreate(tx, call, { body, provider: 'phone', address: phone, challenge: null })
    return user && issueSmsCode(tx, call, { user, type: 'confirmation', to: phone })
  }
  const isSilent = body.create_user === false || call.auth.settings.signUpDisabled
  const sent = await withMinimumDuration(() =>
    sendWithinLimits(call, { by: 'sms', to: phone }, async () => {
      const code = await call.auth.transact(issue)
      if (!code) return null
      if (!isSilent) return sendSms(call, { kind: 'confirmation', to: phone, code, channel })
      sendSmsLater(call, { kind: 'confirmation', to: phone, code, channel })
      return {}
    }),
  )
  return jsonResponse(sent ?? {})
}

interface OtpRequest {
  body: OtpInput
  provider: 'email' | 'phone'
  address: string
  challenge: Challenge | null
}

/** Null if nothing is sent: the response is the same, so that it does not reveal who is registered. */
async function findOrCreate(
  tx: PoolClient,
  call: Call,
  { body, provider, address, challenge }: OtpRequest,
): Promise<User | null> {
  const { settings } = call.auth
  const known = await findUserByAddress(tx, { provider, address })
  if (known?.confirmed_at) {
    if (isBanned(known)) return null
    await audit(tx, call, { action: 'user_otp_requested', userId: known.id })
    return known
  }
  if (body.create_user === false || settings.signUpDisabled) return null
  const data = mergeMetadata({}, { sent: body.data ?? undefined, maxBytes: settings.maxUserMetadataBytes })
  // A sign-up like any other: if there is another for the address, neither is valid before the address is confirmed.
  return claimAddress(tx, { provider, address, passwordHash: null, data, challenge: hashedChallenge(challenge) })
}
