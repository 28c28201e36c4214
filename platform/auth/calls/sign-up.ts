import type { PoolClient } from 'pg'
import { z } from 'zod'
import { parseEmail, parsePhone } from '../addresses.ts'
import { signUpAnonymously } from '../anonymous.ts'
import { audit } from '../audit.ts'
import { answerJson, type Call } from '../auth.ts'
import { readBody } from '../body.ts'
import { requireCaptcha, securityFields } from '../captcha/require-captcha.ts'
import { sendToken } from '../confirmations.ts'
import { type Challenge, challengeFields, readChallenge } from '../flow-states.ts'
import { guard, guardMail, guardSms, limit } from '../limits.ts'
import { mergeMetadata } from '../metadata.ts'
import { checkPassword } from '../passwords.ts'
import { chooseRedirect } from '../redirects.ts'
import { AuthRefusal, invalid } from '../refusals.ts'
import { alreadyRegistered, claimAddress, findUserByAddress, type Registration } from '../registration.ts'
import { openSession } from '../sessions.ts'
import { channelField, issueSmsCode, readChannel, sendSms } from '../text-messages.ts'
import { findUserById, presentUser, type User } from '../users.ts'
import { confirmAddress } from '../verifications.ts'

const Body = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  data: z.record(z.string(), z.unknown()).nullish(),
  ...channelField,
  ...challengeFields,
  ...securityFields,
})

/** POST /signup: an account with an e-mail or phone and a password; a session at once only if addresses need no proof. */
export async function signUp(call: Call): Promise<Response> {
  const { settings, hashing } = call.auth
  const body = await readBody(call.request, Body)
  await requireCaptcha(call, body)
  if (settings.signUpDisabled) {
    throw new AuthRefusal(422, 'signup_disabled', 'Signups not allowed for this instance')
  }
  await guard(call, [limit(call, 'requestPerAddress', `sign-up:${call.network}`)])
  const data = mergeMetadata({}, { sent: body.data ?? undefined, maxBytes: settings.maxUserMetadataBytes })
  if (!body.email && !body.phone) return answerJson(await signUpAnonymously(call, data))
  const account = readAccount(call, body)
  if (!body.password) throw invalid('Signup requires a valid password')
  checkPassword(body.password, settings.passwordMinLength)
  const challenge = readChallenge(body)
  if (challenge && account.provider === 'phone') throw invalid('PKCE not supported for phone signups')
  const channel = readChannel(body)
  await guard(call, [limit(call, 'signUpPerAccount', account.address)])

  const known = await call.auth.transact((tx) => findUserByAddress(tx, account))
  if (known?.confirmed_at) throw alreadyRegistered()
  if (!account.isProofless) await guardSending(call, account)
  const passwordHash = await hashing.hash(body.password)
  const registration = { provider: account.provider, address: account.address, passwordHash, data }
  const outcome = await call.auth.transact((tx) => register(tx, call, { account, registration, challenge }))
  if (outcome.smsCode)
    await sendSms(call, { kind: 'confirmation', to: account.address, code: outcome.smsCode, channel })
  return answerJson(outcome.answer)
}

interface Account {
  provider: 'email' | 'phone'
  address: string
  /** The operator's settings accept addresses without proof. */
  isProofless: boolean
}

function readAccount({ auth: { settings } }: Call, body: z.infer<typeof Body>): Account {
  if (body.email && body.phone) {
    throw invalid('Only an email address or phone number should be provided on signup.')
  }
  if (body.email) {
    if (!settings.emailEnabled) throw new AuthRefusal(400, 'email_provider_disabled', 'Email signups are disabled')
    return { provider: 'email', address: parseEmail(body.email), isProofless: settings.emailAutoconfirm }
  }
  if (!settings.phoneEnabled) throw new AuthRefusal(400, 'phone_provider_disabled', 'Phone signups are disabled')
  return { provider: 'phone', address: parsePhone(body.phone ?? ''), isProofless: settings.phoneAutoconfirm }
}

function guardSending(call: Call, { provider, address }: Account): Promise<void> {
  return provider === 'email' ? guardMail(call, { kind: 'confirmation', to: address }) : guardSms(call, address)
}

interface Wanted {
  account: Account
  registration: Registration
  challenge: Challenge | null
}

async function register(
  tx: PoolClient,
  call: Call,
  { account, registration, challenge }: Wanted,
): Promise<{ answer: unknown; smsCode?: string }> {
  const user = await claimAddress(tx, registration)
  if (account.isProofless) {
    await confirmAddress(tx, user, account.address)
    await audit(tx, call, { action: 'user_signedup', userId: user.id })
    return { answer: await openSession(tx, call, { userId: user.id, proof: { method: 'password' } }) }
  }
  await audit(tx, call, { action: 'user_confirmation_requested', userId: user.id })
  if (account.provider === 'phone') {
    const smsCode = await issueSmsCode(tx, call, { user, type: 'confirmation', to: account.address })
    return { answer: await present(tx, user), smsCode }
  }
  const redirectTo = chooseRedirect(call.request, call.auth.settings)
  await sendToken(tx, call, { user, kind: 'confirmation', redirectTo, challenge })
  return { answer: await present(tx, user) }
}

async function present(tx: PoolClient, user: User): Promise<unknown> {
  return presentUser((await findUserById(tx, user.id)) ?? user)
}
