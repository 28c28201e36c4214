import type { PoolClient } from 'pg'
import { z } from 'zod'
import { parseEmail, parsePhone } from '../addresses.ts'
import { type Call, jsonResponse } from '../auth.ts'
import { readBody } from '../body.ts'
import { requireCaptcha, securityFields } from '../captcha/require-captcha.ts'
import { sendToken } from '../codes/confirmations.ts'
import { sendChangeMails } from '../codes/email-change.ts'
import { channelField, issueSmsCode, readChannel, sendSmsLater } from '../codes/text-messages.ts'
import { type Challenge, challengeFields, readChallenge } from '../flows/flow-states.ts'
import { chooseRedirect } from '../flows/redirects.ts'
import { guard, limit, sendWithinLimits } from '../limits.ts'
import { withMinimumDuration } from '../passwords/minimum-duration.ts'
import { invalid } from '../refusals.ts'
import { findUserByEmail, findUserById, findUserByPhone } from '../users/users.ts'

const Body = z.object({
  type: z.string().nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
  ...channelField,
  ...challengeFields,
  ...securityFields,
})

/**
 * POST /resend: repeats a mail or message that was lost or has expired. Unknown and confirmed addresses get the same
 * answer.
 */
export async function resend(call: Call): Promise<Response> {
  const body = await readBody(call.request, Body)
  await requireCaptcha(call, body)
  const { type } = body
  if (type === 'signup' || type === 'email_change') {
    if (!body.email) throw invalid('Type provided requires an email address')
    return resendMail(call, { type, email: parseEmail(body.email), challenge: readChallenge(body) })
  }
  if (type === 'sms' || type === 'phone_change') {
    if (!body.phone) throw invalid('Type provided requires a phone number')
    return resendSms(call, { type, phone: parsePhone(body.phone), channel: readChannel(body) })
  }
  throw invalid('Missing one of these types: signup, email_change, sms, phone_change')
}

async function resendMail(
  call: Call,
  { type, email, challenge }: { type: 'signup' | 'email_change'; email: string; challenge: Challenge | null },
): Promise<Response> {
  await guard(call, [limit(call, 'requestPerAddress', `resend:${call.network}`)])
  const send = async (tx: PoolClient) => {
    if (type === 'email_change') {
      const user = await findByEmailOrChange(tx, email)
      if (user) await sendChangeMails(tx, call, { user, challenge })
      return user
    }
    const user = await findUserByEmail(tx, email)
    if (!user || user.email_confirmed_at) return null
    const redirectTo = chooseRedirect(call.request, call.auth.settings)
    await sendToken(tx, call, { user, kind: 'confirmation', redirectTo, challenge })
    return user
  }
  const kind = type === 'signup' ? 'confirmation' : type
  await withMinimumDuration(() =>
    sendWithinLimits(call, { by: 'mail', kind, to: email }, () => call.auth.transact(send)),
  )
  return jsonResponse({})
}

/** A change of address can be found by either address. */
async function findByEmailOrChange(tx: PoolClient, email: string) {
  const { rows } = await tx.query<{ id: string }>(
    `select id from auth.users where email_change is not null and not is_sso_user and deleted_at is null
        and (email = $1 or email_change = $1) order by email_change_sent_at desc nulls last limit 1`,
    [email],
  )
  return rows[0] ? findUserById(tx, rows[0].id) : null
}

async function resendSms(
  call: Call,
  { type, phone, channel }: { type: 'sms' | 'phone_change'; phone: string; channel: 'sms' | 'whatsapp' },
): Promise<Response> {
  await guard(call, [limit(call, 'requestPerAddress', `resend:${call.network}`)])
  const issue = async (tx: PoolClient) => {
    if (type === 'sms') {
      const user = await findUserByPhone(tx, phone)
      return user && !user.phone_confirmed_at ? issueSmsCode(tx, call, { user, type: 'confirmation', to: phone }) : null
    }
    const { rows } = await tx.query<{ id: string }>(
      'select id from auth.users where phone_change = $1 order by phone_change_sent_at desc limit 1',
      [phone],
    )
    const user = rows[0] ? await findUserById(tx, rows[0].id) : null
    return user ? issueSmsCode(tx, call, { user, type: 'phone_change', to: phone }) : null
  }
  await withMinimumDuration(() =>
    sendWithinLimits(call, { by: 'sms', to: phone }, async () => {
      const code = await call.auth.transact(issue)
      if (code) sendSmsLater(call, { kind: type === 'sms' ? 'confirmation' : type, to: phone, code, channel })
      return code
    }),
  )
  return jsonResponse({})
}
