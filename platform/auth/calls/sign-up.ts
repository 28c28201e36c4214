import type { PoolClient } from 'pg'
import { z } from 'zod'
import { parseEmail, parsePhone } from '../addresses.ts'
import { audit } from '../audit.ts'
import { type Call, jsonResponse } from '../auth.ts'
import { readBody } from '../body.ts'
import { requireCaptcha, securityFields } from '../captcha/require-captcha.ts'
import { sendToken } from '../codes/confirmations.ts'
import { channelField, issueSmsCode, readChannel, sendSms } from '../codes/text-messages.ts'
import { confirmAddress } from '../codes/verifications.ts'
import { type Challenge, challengeFields, readChallenge } from '../flows/flow-states.ts'
import { chooseRedirect } from '../flows/redirects.ts'
import { guard, limit, type MessageRecipient, sendWithinLimits } from '../limits.ts'
import { checkPassword } from '../passwords/passwords.ts'
import { AuthRefusal, invalid } from '../refusals.ts'
import { signUpAnonymously } from '../sessions/anonymous.ts'
import { openSession } from '../sessions/sessions.ts'
import { mergeMetadata } from '../users/metadata.ts'
import {
  alreadyRegistered,
  ComparedTooEarly,
  claimAddress,
  findUserByAddress,
  type Registration,
} from '../users/registration.ts'
import { findHash, hashedChallenge, readSignUps } from '../users/sign-ups.ts'
import { findUserById, presentUser, type User } from '../users/users.ts'

const SignUpInput = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  data: z.record(z.string(), z.unknown()).nullish(),
  ...channelField,
  ...challengeFields,
  ...securityFields,
})

/**
 * POST /signup: an account with an e-mail or phone and a password; it starts a session only if addresses need no proof.
 */
export async function signUp(call: Call): Promise<Response> {
  const { settings } = call.auth
  const body = await readBody(call.request, SignUpInput)
  await requireCaptcha(call, body)
  if (settings.signUpDisabled) {
    throw new AuthRefusal(422, 'signup_disabled', 'Signups not allowed for this instance')
  }
  await guard(call, [limit(call, 'requestPerAddress', `sign-up:${call.network}`)])
  const data = mergeMetadata({}, { sent: body.data ?? undefined, maxBytes: settings.maxUserMetadataBytes })
  if (!body.email && !body.phone) return jsonResponse(await signUpAnonymously(call, data))
  const account = readAccount(call, body)
  if (!body.password) throw invalid('Signup requires a valid password')
  checkPassword(body.password, settings)
  const challenge = readChallenge(body)
  if (challenge && account.provider === 'phone') throw invalid('PKCE not supported for phone signups')
  const channel = readChannel(body)
  await guard(call, [limit(call, 'signUpPerAccount', account.address)])

  const known = await call.auth.transact((tx) => findUserByAddress(tx, account))
  if (known?.confirmed_at) throw alreadyRegistered()
  const signUpRequest = { account, password: body.password, data, challenge }
  const work = async () => {
    const outcome = await registerComparing(call, signUpRequest)
    if (outcome.smsCode) {
      await sendSms(call, { kind: 'confirmation', to: account.address, code: outcome.smsCode, channel })
    }
    return outcome.response
  }
  return jsonResponse(await (account.isProofless ? work() : sendWithinLimits(call, sendingTo(account), work)))
}

interface SignUpAccount {
  provider: 'email' | 'phone'
  address: string
  /** The operator's settings accept addresses without proof. */
  isProofless: boolean
}

function readAccount({ auth: { settings } }: Call, body: z.infer<typeof SignUpInput>): SignUpAccount {
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

function sendingTo({ provider, address }: SignUpAccount): MessageRecipient {
  return provider === 'email' ? { by: 'mail', kind: 'confirmation', to: address } : { by: 'sms', to: address }
}

interface Compared {
  /** The hash of an earlier sign-up with the same password. */
  same: string | null
  compared: string[]
}

/**
 * Whether the same author has signed up before, recognised by the password. Outside a transaction, because hashing is
 * slow.
 */
async function compareWithEarlier(
  call: Call,
  { account, password }: { account: SignUpAccount; password: string },
): Promise<Compared> {
  const earlier = await call.auth.transact(async (tx) => {
    const known = await findUserByAddress(tx, account)
    return known ? readSignUps(tx, known) : []
  })
  const compared = earlier.flatMap((signUp) => signUp.password_hash ?? [])
  return { same: await findHash(call.auth.hashing, { password, hashes: compared }), compared }
}

interface SignUpRequest {
  account: SignUpAccount
  password: string
  data: Record<string, unknown>
  challenge: Challenge | null
}

/** Two clicks send two concurrent sign-ups: the second finds the first and compares again. */
async function registerComparing(call: Call, request: SignUpRequest, triesLeft = MAX_COMPARISONS): Promise<Outcome> {
  const { account, password, data, challenge } = request
  const { same, compared } = await compareWithEarlier(call, { account, password })
  const registration: Registration = {
    provider: account.provider,
    address: account.address,
    passwordHash: same ?? (await call.auth.hashing.hash(password)),
    data,
    challenge: hashedChallenge(challenge),
    compared,
    isFinal: account.isProofless,
  }
  try {
    return await call.auth.transact((tx) => register(tx, call, { account, registration, challenge }))
  } catch (error) {
    if (!(error instanceof ComparedTooEarly) || triesLeft === 0) throw error
    return registerComparing(call, request, triesLeft - 1)
  }
}

const MAX_COMPARISONS = 10

interface Outcome {
  response: unknown
  smsCode?: string
}

async function register(
  tx: PoolClient,
  call: Call,
  {
    account,
    registration,
    challenge,
  }: { account: SignUpAccount; registration: Registration; challenge: Challenge | null },
): Promise<Outcome> {
  const user = await claimAddress(tx, registration)
  if (account.isProofless) {
    await confirmAddress(tx, user, account.address)
    await audit(tx, call, { action: 'user_signedup', userId: user.id })
    return { response: await openSession(tx, call, { userId: user.id, proof: { method: 'password' } }) }
  }
  await audit(tx, call, { action: 'user_confirmation_requested', userId: user.id })
  if (account.provider === 'phone') {
    const smsCode = await issueSmsCode(tx, call, { user, type: 'confirmation', to: account.address })
    return { response: await present(tx, user), smsCode }
  }
  const redirectTo = chooseRedirect(call.request, call.auth.settings)
  await sendToken(tx, call, { user, kind: 'confirmation', redirectTo, challenge })
  return { response: await present(tx, user) }
}

/** The response contains this client's input, never that of another sign-up with the address. */
async function present(tx: PoolClient, user: User): Promise<unknown> {
  const fresh = (await findUserById(tx, user.id)) ?? user
  return presentUser({ ...fresh, raw_user_meta_data: user.raw_user_meta_data })
}
