import { createHash, timingSafeEqual } from 'node:crypto'
import { decodeJwt, errors, type JWTPayload, jwtVerify } from 'jose'
import { z } from 'zod'
import { type Call, jsonResponse } from '../../auth.ts'
import { readBody } from '../../body.ts'
import { requireRecentProof } from '../../codes/reauthentication.ts'
import { guard, limit } from '../../limits.ts'
import { findOrCreateUser, linkIdentity, readProfile } from '../../providers/account-linking.ts'
import { reach } from '../../providers/openid-providers.ts'
import { AuthRefusal, invalid } from '../../refusals.ts'
import { requireCaller, requireHighestAal } from '../../sessions/bearer.ts'
import { openSession } from '../../sessions/sessions.ts'
import type { OpenIdProvider } from '../../settings.ts'
import { requireManualLinking } from '../providers/identity-authorize.ts'

const IdTokenInput = z.object({
  provider: z.string().nullish(),
  issuer: z.string().nullish(),
  id_token: z.string().nullish(),
  access_token: z.string().nullish(),
  nonce: z.string().nullish(),
  link_identity: z.boolean().nullish(),
})
type IdTokenInput = z.infer<typeof IdTokenInput>

/** POST /token?grant_type=id_token: a session for an id token that an app obtained from a provider. */
export async function grantIdToken(call: Call): Promise<Response> {
  const body = await readBody(call.request, IdTokenInput)
  if (!body.id_token) throw oauth('id_token required')
  const provider = chooseProvider(call, body)
  await guard(call, [limit(call, 'tokenPerAddress', call.network)])
  const claims = await verifyIdToken(call, { provider, token: body.id_token })
  checkNonce(claims, body.nonce)
  checkAccessToken(claims, { idToken: body.id_token, accessToken: body.access_token })
  const profile = readProfile(provider, { ...claims, sub: claims.sub })
  if (body.link_identity) requireManualLinking(call)
  const session = await call.auth.transact(async (tx) => {
    const proof = { method: 'oauth', provider: provider.name }
    if (!body.link_identity) {
      const user = await findOrCreateUser(tx, call, profile)
      return openSession(tx, call, { userId: user.id, proof })
    }
    const caller = await requireCaller(tx, call, { lock: true })
    requireHighestAal(caller, 'AAL2 session is required to link an identity when MFA is enabled.')
    requireRecentProof(call, caller)
    await linkIdentity(tx, call, { user: caller.user, profile })
    return openSession(tx, call, { userId: caller.user.id, proof })
  })
  return jsonResponse(session)
}

function chooseProvider(call: Call, body: IdTokenInput): OpenIdProvider {
  const { openIdProviders } = call.auth.settings
  const provider = openIdProviders.find((one) => one.name === body.provider || one.issuer === body.provider)
  if (provider) return provider
  const issuer = WELL_KNOWN_ISSUERS.get(body.provider ?? '')
  if (issuer) throw notEnabled(issuer)
  if (body.provider) throw invalid(`Custom OIDC provider "${body.provider.slice(0, 100)}" not allowed`)
  const byIssuer = openIdProviders.find((one) => one.issuer === body.issuer)
  if (byIssuer) return byIssuer
  throw notEnabled(body.issuer ?? '')
}

/** Providers that clients of the protocol name without an issuer; others are known only once they are set up. */
const WELL_KNOWN_ISSUERS: ReadonlyMap<string, string> = new Map([
  ['apple', 'https://appleid.apple.com'],
  ['facebook', 'https://www.facebook.com'],
  ['google', 'https://accounts.google.com'],
  ['kakao', 'https://kauth.kakao.com'],
])

function notEnabled(issuer: string): AuthRefusal {
  return new AuthRefusal(400, 'provider_disabled', `Provider (issuer "${issuer.slice(0, 200)}") is not enabled`)
}

async function verifyIdToken(
  call: Call,
  { provider, token }: { provider: OpenIdProvider; token: string },
): Promise<JWTPayload & { sub: string }> {
  const audience = [provider.clientId, ...(provider.otherClientIds ?? [])]
  // Before the provider is asked for its keys: it has nothing to do with such a text.
  if (isMalformed(token)) throw oauth('Bad ID token')
  const { configuration, keys } = await reach(call.auth, provider)
  try {
    const { payload } = await jwtVerify(token, keys, {
      issuer: configuration.serverMetadata().issuer,
      requiredClaims: ['exp', 'iat', 'sub', 'aud'],
      algorithms: ['RS256', 'ES256', 'PS256', 'EdDSA'],
    })
    const given = [payload.aud ?? []].flat()
    if (!given.some((one) => audience.includes(one))) {
      throw oauth(`Unacceptable audience in id_token: [${given.join(' ').slice(0, 200)}]`)
    }
    return { ...payload, sub: payload.sub ?? '' }
  } catch (error) {
    if (error instanceof AuthRefusal) throw error
    // A token that cannot be read or verified is the caller's fault; a provider that does not answer is ours.
    if (!(error instanceof errors.JOSEError)) call.auth.reportFault(error)
    throw oauth('Bad ID token')
  }
}

function isMalformed(token: string): boolean {
  try {
    decodeJwt(token)
    return false
  } catch {
    return true
  }
}

/** The app stores the nonce and sends the provider only its hash, so that a stolen token alone is worthless. */
function checkNonce(claims: JWTPayload, nonce: string | null | undefined): void {
  if (Boolean(claims.nonce) !== Boolean(nonce)) {
    throw oauth('Passed nonce and nonce in id_token should either both exist or not.')
  }
  if (!nonce) return
  const wanted = createHash('sha256').update(nonce).digest('hex')
  const given = String(claims.nonce)
  if (given.length !== wanted.length || !timingSafeEqual(Buffer.from(given), Buffer.from(wanted))) {
    throw oauth('Nonces mismatch')
  }
}

/** `at_hash` ties the access token to the id token: the left half of its hash by the token's own algorithm. */
function checkAccessToken(
  claims: JWTPayload,
  { idToken, accessToken }: { idToken: string; accessToken: string | null | undefined },
): void {
  const wanted = claims.at_hash
  if (!accessToken || typeof wanted !== 'string') return
  const header: unknown = JSON.parse(Buffer.from(idToken.split('.')[0] ?? '', 'base64url').toString())
  const isEd = typeof header === 'object' && header !== null && 'alg' in header && header.alg === 'EdDSA'
  const digest = createHash(isEd ? 'sha512' : 'sha256')
    .update(accessToken)
    .digest()
  if (digest.subarray(0, digest.length / 2).toString('base64url') !== wanted) throw oauth('Bad ID token')
}

function oauth(message: string): AuthRefusal {
  return new AuthRefusal(400, 'validation_failed', message, { oauth: 'invalid request' })
}
