import type { SessionClaims } from './session.ts'
import { clearedSessionCookie, readSessionCookie, type StoredSession, sessionCookie } from './session-cookie.ts'

/** The session of one page request, and the cookie to set if it was refreshed or has ended. */
export interface PageSession {
  accessToken: string | null
  claims: SessionClaims | null
  setCookie: string | null
}

interface PageSessionOptions {
  cookie: string | null
  secure: boolean
  /** Unix seconds. */
  now: number
  /** The claims of a valid access token, else null. */
  verify: (token: string) => Promise<Record<string, unknown> | null>
  /** Gets a new session from the auth service's token call. */
  refresh: (refreshToken: string) => Promise<Response>
}

/** Tokens that expire within this many seconds are refreshed before rendering. */
const MARGIN_SECONDS = 15

/**
 * Refreshes an expired session before rendering, through the same token call that browsers use. A refused refresh token
 * ends the session; an auth service that is unavailable does not.
 */
export async function readPageSession(options: PageSessionOptions): Promise<PageSession> {
  const stored = readSessionCookie(options.cookie)
  if (!stored) return SIGNED_OUT
  if (stored.expires_at - MARGIN_SECONDS > options.now) {
    const claims = claimsOf(await options.verify(stored.access_token))
    if (claims) return { accessToken: stored.access_token, claims, setCookie: null }
  }
  const response = await options.refresh(stored.refresh_token)
  if (response.ok) {
    const session = (await response.json()) as StoredSession
    const claims = claimsOf(await options.verify(session.access_token))
    if (claims) return { accessToken: session.access_token, claims, setCookie: sessionCookie(session, options) }
  }
  if (response.status >= 500 || response.status === 429) return SIGNED_OUT
  return { ...SIGNED_OUT, setCookie: clearedSessionCookie(options) }
}

const SIGNED_OUT: PageSession = { accessToken: null, claims: null, setCookie: null }

function claimsOf(claims: Record<string, unknown> | null): SessionClaims | null {
  if (!claims || typeof claims.sub !== 'string') return null
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
  return { sub: claims.sub, email: text(claims.email), phone: text(claims.phone), aal: text(claims.aal) }
}
