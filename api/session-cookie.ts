/**
 * The session's cookie holds only both tokens and the expiry. It is readable by our own script and SameSite=Lax, so
 * that the server can render a page signed in. auth-js keeps the rest (the user) in localStorage through its user
 * storage.
 */
export const SESSION_COOKIE = 'ajoja-session'
const ONE_YEAR_SECONDS = 365 * 24 * 3600

export interface StoredSession {
  access_token: string
  refresh_token: string
  /** Unix seconds. */
  expires_at: number
  expires_in: number
  token_type: string
}

/** Null without a cookie, or with one that cannot be parsed. The tokens are not verified here. */
export function readSessionCookie(header: string | null): StoredSession | null {
  for (const part of (header ?? '').split(';')) {
    const [name, ...rest] = part.trim().split('=')
    if (name === SESSION_COOKIE) return parseSession(rest.join('='))
  }
  return null
}

export function sessionCookie(session: StoredSession, options: { secure: boolean }): string {
  return `${SESSION_COOKIE}=${sessionCookieValue(session)}; Path=/; Max-Age=${ONE_YEAR_SECONDS}; SameSite=Lax${options.secure ? '; Secure' : ''}`
}

export function clearedSessionCookie(options: { secure: boolean }): string {
  return `${SESSION_COOKIE}=; Path=/; Max-Age=0; SameSite=Lax${options.secure ? '; Secure' : ''}`
}

function sessionCookieValue({
  access_token,
  refresh_token,
  expires_at,
  expires_in,
  token_type,
}: StoredSession): string {
  return encodeURIComponent(JSON.stringify({ access_token, refresh_token, expires_at, expires_in, token_type }))
}

function parseSession(value: string): StoredSession | null {
  try {
    const session: unknown = JSON.parse(decodeURIComponent(value))
    if (!session || typeof session !== 'object') return null
    const { access_token, refresh_token, expires_at, expires_in, token_type } = session as Partial<StoredSession>
    if (typeof access_token !== 'string' || typeof refresh_token !== 'string') return null
    return {
      access_token,
      refresh_token,
      expires_at: Number(expires_at) || 0,
      expires_in: Number(expires_in) || 0,
      token_type: token_type ?? 'bearer',
    }
  } catch {
    return null
  }
}
