import { SESSION_COOKIE } from '#api/session-cookie.ts'

/** What the public client stores for its last sign-up (PKCE): as JSON, and with a mark after it if it was for a new password. */
export function keptVerifier(): string | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(`${SESSION_COOKIE}-code-verifier`) ?? 'null')
    return typeof kept === 'string' ? (kept.split('/')[0] ?? null) : null
  } catch {
    return null
  }
}
