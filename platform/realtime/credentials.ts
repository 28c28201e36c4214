import type { Identity } from '#platform/postgres/database.ts'

export interface Credentials {
  identity: Identity
  /** Null for an API key, which does not expire. */
  token: string | null
  expiresAtMs: number
}

export type VerifyAccessToken = (token: string) => Promise<Record<string, unknown> | null>

/**
 * Tells whether a session has ended although its token is still valid; `unknown` if that cannot be determined at the
 * moment.
 */
export interface Sessions {
  stateOf(claims: Record<string, unknown>): Promise<'live' | 'ended' | 'unknown'>
  watch(watcher: { ended(isEnded: IsEnded): void; lost(): void }): () => void
}

export type IsEnded = (claims: Record<string, unknown>) => boolean

/** Wraps `verify` so that it also rejects tokens whose session has ended. */
export function withSessions(verify: VerifyAccessToken, sessions: Sessions | undefined): VerifyAccessToken {
  if (!sessions) return verify
  return async (token) => {
    const claims = await verify(token)
    const state = claims && (await sessions.stateOf(claims))
    if (state === 'unknown') throw new Error('It is unknown at the moment which sessions have ended')
    return state === 'live' ? claims : null
  }
}

export interface KeyHolder {
  key: string
  keyIdentity: Identity
}

/**
 * The identity of a channel: the token's user, or the API key's role if there is no token. Null for an invalid token.
 */
export async function readCredentials(
  token: unknown,
  { key, keyIdentity }: KeyHolder,
  verify: VerifyAccessToken,
): Promise<Credentials | null> {
  // Without a signed-in user, clients send their API key in place of a token.
  if (token === undefined || token === null || token === '' || token === key) return keyCredentials(keyIdentity)
  if (typeof token !== 'string') return null
  if (token.startsWith('sb_')) return keyCredentials(keyIdentity)
  const claims = await verify(token)
  if (!claims || typeof claims.role !== 'string' || typeof claims.exp !== 'number') return null
  return { identity: { role: claims.role, claims }, token, expiresAtMs: claims.exp * 1_000 }
}

function keyCredentials(identity: Identity): Credentials {
  return { identity, token: null, expiresAtMs: Number.POSITIVE_INFINITY }
}
