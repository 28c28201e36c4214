import type { SessionClaims } from './session.ts'
import { clearedSessionCookie, readSessionCookie, type StoredSession, sessionCookie } from './session-cookie.ts'

/** The session of one page request, and the `Set-Cookie` value if it was refreshed or has ended. */
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
  /** The access token was rejected a moment ago, by a part of the product that knows better. */
  isTokenRejected: boolean
  /** Returns the claims of a valid access token, otherwise null. */
  verify: (token: string) => Promise<Record<string, unknown> | null>
  /** State of the session behind the claims; `unknown` if it cannot be read at present. */
  stateOf: (claims: Record<string, unknown>) => Promise<'live' | 'ended' | 'unknown'>
  /** Requests a new session from the auth service's token endpoint. */
  refresh: (refreshToken: string) => Promise<Response>
}

/** Tokens that expire within this many seconds are refreshed before rendering. */
const MARGIN_SECONDS = 15

/**
 * Refreshes an expired session before rendering, through the same token endpoint that browsers use. A rejected refresh
 * token ends the session; an unavailable auth service does not. Returns `unknown` if the session's state cannot be
 * read.
 */
export async function readPageSession(options: PageSessionOptions): Promise<PageSession | 'unknown'> {
  const stored = readSessionCookie(options.cookie)
  if (!stored) return SIGNED_OUT
  if (!options.isTokenRejected && stored.expires_at - MARGIN_SECONDS > options.now) {
    const verified = await options.verify(stored.access_token)
    const state = verified && (await options.stateOf(verified))
    if (state === 'unknown') return 'unknown'
    // The refresh token of an ended session is rejected below, which clears the cookie.
    const claims = state === 'live' ? parseClaims(verified) : null
    if (claims) return { accessToken: stored.access_token, claims, setCookie: null }
  }
  const response = await options.refresh(stored.refresh_token)
  if (response.ok) {
    const session = (await response.json()) as StoredSession
    const claims = parseClaims(await options.verify(session.access_token))
    if (claims) return { accessToken: session.access_token, claims, setCookie: sessionCookie(session, options) }
  }
  if (response.status >= 500 || response.status === 429) return SIGNED_OUT
  return { ...SIGNED_OUT, setCookie: clearedSessionCookie(options) }
}

const SIGNED_OUT: PageSession = { accessToken: null, claims: null, setCookie: null }

function parseClaims(claims: Record<string, unknown> | null): SessionClaims | null {
  if (!claims || typeof claims.sub !== 'string') return null
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
  return { sub: claims.sub, email: text(claims.email), phone: text(claims.phone), aal: text(claims.aal) }
}
