import type { Identity } from '#platform/postgres/database.ts'

export interface Credentials {
  identity: Identity
  /** Null for an API key, which does not expire. */
  token: string | null
  expiresAtMs: number
}

export type VerifyAccessToken = (token: string) => Promise<Record<string, unknown> | null>

/** Which sessions have ended while their tokens have not; `unknown` where nobody can say now. */
export interface Sessions {
  stateOf(claims: Record<string, unknown>): Promise<'live' | 'ended' | 'unknown'>
  watch(watcher: { ended(isEnded: IsEnded): void; lost(): void }): () => void
}

export type IsEnded = (claims: Record<string, unknown>) => boolean

/** The claims of a valid token whose session still counts. */
export function withSessions(verify: VerifyAccessToken, sessions: Sessions | undefined): VerifyAccessToken {
  if (!sessions) return verify
  return async (token) => {
    const claims = await verify(token)
    const state = claims && (await sessions.stateOf(claims))
    if (state === 'unknown') throw new Error('Nobody can say now which sessions have ended')
    return state === 'live' ? claims : null
  }
}

export interface KeyHolder {
  key: string
  keyIdentity: Identity
}

/** Whom a channel acts for: the token's user, or the API key if there is no token. Null for an invalid token. */
export async function readCredentials(
  token: unknown,
  { key, keyIdentity }: KeyHolder,
  verify: VerifyAccessToken,
): Promise<Credentials | null> {
  // While nobody is signed in, clients send their key in place of a token.
  if (token === undefined || token === null || token === '' || token === key) return ofKey(keyIdentity)
  if (typeof token !== 'string') return null
  if (token.startsWith('sb_')) return ofKey(keyIdentity)
  const claims = await verify(token)
  if (!claims || typeof claims.role !== 'string' || typeof claims.exp !== 'number') return null
  return { identity: { role: claims.role, claims }, token, expiresAtMs: claims.exp * 1_000 }
}

function ofKey(identity: Identity): Credentials {
  return { identity, token: null, expiresAtMs: Number.POSITIVE_INFINITY }
}
