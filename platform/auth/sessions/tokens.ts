import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK, jwtVerify, SignJWT } from 'jose'

export type AccessClaims = Record<string, unknown> & { role: string; exp: number; sub?: string }

/** The claims of an app's token: without a role, so that no other part of the site accepts it. */
interface AppClaims {
  sub: string
  client_id: string
  session_id: string
  scope: string
}

export interface SigningKeys {
  /** Signs the claims as given and adds `iss`. */
  sign(claims: Record<string, unknown>): Promise<string>
  /** The claims of a valid token signed by one of our keys, else null. */
  verifyAccessToken(token: string): Promise<AccessClaims | null>
  /** The claims of an app's valid token for one of our addresses, else null. It opens nothing else. */
  verifyAppToken(token: string, audience: string): Promise<AppClaims | null>
  /** The `iss` of all tokens. */
  issuer: string
  /** The algorithm of new signatures. */
  algorithm: string
  /** The public halves of all keys, with `kid`, `alg` and `use`; never symmetric keys. */
  publicJwks(): { keys: JWK[] }
}

interface SigningKeyOptions {
  issuer: string
  /** An older HS256 secret whose tokens are still accepted. Never used for signing. */
  legacySecret?: string
}

/** A new private ES256 key with a `kid`, ready to be stored as JSON. */
export async function generateSigningKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = await exportJWK(privateKey)
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: 'ES256', use: 'sig' }
}

/**
 * The first key signs, all of them verify: to rotate, put the new key first and remove the old one once the tokens that
 * it signed have expired (`AUTH_JWT_SECONDS`, an hour by default).
 */
export async function loadSigningKeys(jwks: { keys: JWK[] }, options: SigningKeyOptions): Promise<SigningKeys> {
  const keys = await Promise.all(jwks.keys.map(importKey))
  const signer = keys[0]
  if (!signer) throw new Error('The signing keys hold no key')
  if (new Set(keys.map((key) => key.kid)).size !== keys.length) throw new Error('Two signing keys share one "kid"')
  const legacy = options.legacySecret ? new TextEncoder().encode(options.legacySecret) : null
  const remembered = new RememberedTokens()

  return {
    sign: (claims) =>
      new SignJWT({ iss: options.issuer, ...claims })
        .setProtectedHeader({ alg: signer.alg, kid: signer.kid, typ: 'JWT' })
        .sign(signer.privateKey),
    publicJwks: () => ({ keys: keys.map((key) => key.publicJwk) }),
    issuer: options.issuer,
    algorithm: signer.alg,
    verifyAppToken: (token, audience) => verifyAppToken(token, { keys, issuer: options.issuer, audience }),
    async verifyAccessToken(token) {
      const known = remembered.get(token)
      if (known) return known
      const claims = await verify(token, { keys, legacy, issuer: options.issuer })
      if (claims) remembered.set(token, claims)
      return claims
    },
  }
}

interface SigningKey {
  kid: string
  alg: string
  privateKey: Parameters<SignJWT['sign']>[0]
  publicKey: Parameters<SignJWT['sign']>[0]
  publicJwk: JWK
}

const DEFAULT_ALGORITHMS: Record<string, string> = { EC: 'ES256', RSA: 'RS256', OKP: 'EdDSA' }
const ASYMMETRIC = ['ES256', 'RS256', 'EdDSA']

async function importKey(jwk: JWK): Promise<SigningKey> {
  const alg = jwk.alg ?? DEFAULT_ALGORITHMS[jwk.kty ?? '']
  if (!alg || !ASYMMETRIC.includes(alg)) throw new Error(`A signing key must be ES256, RS256 or EdDSA, not ${jwk.alg}`)
  if (!jwk.d) throw new Error('A signing key must be private')
  const kid = jwk.kid ?? (await calculateJwkThumbprint(jwk))
  const { kty, crv, x, y, n, e } = jwk
  const shown = Object.fromEntries(Object.entries({ kty, crv, x, y, n, e }).filter(([, value]) => value !== undefined))
  const publicJwk = { ...shown, kid, alg, use: 'sig', key_ops: ['verify'] } as JWK
  return {
    kid,
    alg,
    privateKey: await importJWK({ ...jwk, alg, key_ops: ['sign'] }, alg),
    publicKey: await importJWK(publicJwk, alg),
    publicJwk,
  }
}

interface Verification {
  keys: SigningKey[]
  legacy: Uint8Array | null
  issuer: string
}

const CLOCK_SKEW_SECONDS = 30
const ROLES = ['anon', 'authenticated', 'service_role']

async function verify(token: string, { keys, legacy, issuer }: Verification): Promise<AccessClaims | null> {
  try {
    const { payload } = await jwtVerify(
      token,
      (header) => {
        // The key decides the algorithm, never the token: otherwise a public key could serve as an HS256 secret.
        if (header.alg === 'HS256' && legacy) return legacy
        return publicKeyOf(keys, header)
      },
      { clockTolerance: CLOCK_SKEW_SECONDS, requiredClaims: ['exp'], algorithms: [...ASYMMETRIC, 'HS256'] },
    )
    const { role, exp } = payload
    if (typeof role !== 'string' || typeof exp !== 'number' || !ROLES.includes(role)) return null
    // Users' tokens come only from this service; a legacy token may name another issuer or none.
    if (role === 'authenticated' && payload.aud !== 'authenticated') return null
    if (payload.iss !== issuer && !isLegacy(token)) return null
    return { ...payload, role, exp }
  } catch {
    return null
  }
}

function publicKeyOf(keys: SigningKey[], header: { alg?: string | undefined; kid?: string | undefined }) {
  const key = keys.find((candidate) => candidate.kid === header.kid)
  if (!key || key.alg !== header.alg) throw new Error('unknown key')
  return key.publicKey
}

async function verifyAppToken(
  token: string,
  { keys, issuer, audience }: { keys: SigningKey[]; issuer: string; audience: string },
): Promise<AppClaims | null> {
  try {
    const { payload } = await jwtVerify(token, (header) => publicKeyOf(keys, header), {
      clockTolerance: CLOCK_SKEW_SECONDS,
      requiredClaims: ['exp'],
      algorithms: ASYMMETRIC,
      issuer,
      audience,
    })
    const { sub, client_id, session_id, scope } = payload
    const texts = [sub, client_id, session_id, scope]
    if (!texts.every((text) => typeof text === 'string') || 'role' in payload) return null
    return { sub, client_id, session_id, scope } as AppClaims
  } catch {
    return null
  }
}

function isLegacy(token: string): boolean {
  const header: unknown = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString())
  return typeof header === 'object' && header !== null && 'alg' in header && header.alg === 'HS256'
}

/** Recently verified tokens: verifying a signature costs more than many queries. */
class RememberedTokens {
  private readonly claims = new Map<string, AccessClaims>()

  get(token: string): AccessClaims | null {
    const claims = this.claims.get(token)
    if (!claims) return null
    if (claims.exp + CLOCK_SKEW_SECONDS > Date.now() / 1000) return claims
    this.claims.delete(token)
    return null
  }

  set(token: string, claims: AccessClaims): void {
    const oldest = this.claims.keys().next().value
    if (this.claims.size >= 2000 && oldest !== undefined) this.claims.delete(oldest)
    this.claims.set(token, claims)
  }
}
