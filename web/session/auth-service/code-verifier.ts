import { SESSION_COOKIE } from '#api/session-cookie.ts'

/**
 * The code verifier that the public client stored for its last sign-up (PKCE); JSON, with a suffix if it was for a new
 * password.
 */
export function storedCodeVerifier(): string | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(`${SESSION_COOKIE}-code-verifier`) ?? 'null')
    return typeof stored === 'string' ? (stored.split('/')[0] ?? null) : null
  } catch {
    return null
  }
}
