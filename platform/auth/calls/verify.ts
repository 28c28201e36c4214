import type { PoolClient } from 'pg'
import { z } from 'zod'
import { parseEmail, parsePhone } from '../addresses.ts'
import { type Call, jsonResponse } from '../auth.ts'
import { readBody } from '../body.ts'
import { findTokenOwner, type Redeemed, redeemCode, redeemToken, type TokenType } from '../codes/one-time-tokens.ts'
import { applyVerification } from '../codes/verifications.ts'
import { guard, limit } from '../limits.ts'
import { AuthRefusal, invalid } from '../refusals.ts'
import { openSession, type SessionResponse } from '../sessions/sessions.ts'
import { findUserByAddress } from '../users/registration.ts'
import { claimFields, readClaim, type SignUpClaim } from '../users/sign-up-claims.ts'

const VerifyInput = z.object({
  type: z.string().nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
  token: z.string().nullish(),
  token_hash: z.string().nullish(),
  ...claimFields,
})
type VerifyInput = z.infer<typeof VerifyInput>

/** Which tokens each of the protocol's types may use. */
export const verificationTypes: Record<string, TokenType[]> = {
  signup: ['confirmation'],
  invite: ['confirmation'],
  magiclink: ['recovery'],
  recovery: ['recovery'],
  email: ['confirmation', 'recovery'],
  email_change: ['email_change_new', 'email_change_current'],
  sms: ['confirmation'],
  phone_change: ['phone_change'],
}

const PHONE_TYPES = ['sms', 'phone_change']

const HALF_DONE = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

/** POST /verify: a session for a link's token, or for a typed code together with its address. */
export async function verify(call: Call): Promise<Response> {
  const body = await readBody(call.request, VerifyInput)
  await guard(call, [limit(call, 'verifyPerAddress', call.network)])
  const { redeem, find } = readRedemption(call, body)
  const claim = await readClaim(call, body, find)
  const outcome = await call.auth.transact(async (tx) => {
    const redeemed = await redeem(tx)
    return redeemed ? settle(tx, call, { redeemed, claim }) : null
  })
  if (!outcome) throw expired(Boolean(body.token_hash))
  return jsonResponse(outcome)
}

interface Redemption {
  redeem(tx: PoolClient): Promise<Redeemed | null>
  /** The id of the account that a right link or code would open. */
  find(tx: PoolClient): Promise<string | null>
}

function readRedemption(call: Call, body: VerifyInput): Redemption {
  if (!body.type) throw invalid('Verify requires a verification type')
  const types = Object.hasOwn(verificationTypes, body.type) ? verificationTypes[body.type] : undefined
  if (!types) throw invalid('Unsupported verification type')
  const { token_hash: token, token: code } = body
  if (token) {
    if (body.email || body.phone || code) throw invalid('Only the token_hash and type should be provided')
    return {
      redeem: (tx) => redeemToken(tx, call.auth, { token, types }),
      find: (tx) => findTokenOwner(tx, token),
    }
  }
  if (!code) throw invalid('Verify requires either a token or a token hash')
  if (body.email && body.phone) {
    throw invalid('Only an email address or phone number should be provided on verify')
  }
  const { settings } = call.auth
  const isPhone = PHONE_TYPES.includes(body.type)
  if (isPhone && !body.phone) throw invalid('Verify requires a phone number for this type')
  if (!isPhone && !body.email) throw invalid('Only an email address or phone number should be provided on verify')
  const provider = isPhone ? 'phone' : 'email'
  const relatesTo = isPhone ? parsePhone(body.phone ?? '') : parseEmail(body.email ?? '')
  const lifeSeconds = isPhone ? settings.smsOtpLifeSeconds : settings.emailOtpLifeSeconds
  return {
    redeem: (tx) => redeemCode(tx, call.auth, { code, relatesTo, types, lifeSeconds }),
    find: async (tx) => (await findUserByAddress(tx, { provider, address: relatesTo }))?.id ?? null,
  }
}

async function settle(
  tx: PoolClient,
  call: Call,
  { redeemed, claim }: { redeemed: Redeemed; claim: SignUpClaim },
): Promise<SessionResponse | { msg: string; code: string }> {
  const verified = await applyVerification(tx, call, { redeemed, claim })
  if (verified === 'half') return { msg: HALF_DONE, code: '200' }
  return openSession(tx, call, { userId: redeemed.userId, proof: { method: 'otp' } })
}

function expired(isLink: boolean): AuthRefusal {
  const what = isLink ? 'Email link is invalid or has expired' : 'Token has expired or is invalid'
  return new AuthRefusal(403, 'otp_expired', what)
}
