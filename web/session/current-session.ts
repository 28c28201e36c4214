import { clearedSessionCookie, readSessionCookie, type StoredSession } from '#api/session-cookie.ts'

/** The session as the cookie holds it now, whoever wrote it: this tab, another one, or the server. */
export function currentSession(): StoredSession | null {
  return readSessionCookie(document.cookie)
}

export function clearSessionCookie(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: Safari and Firefox of today's phones have no cookieStore.
  document.cookie = clearedSessionCookie({ secure: location.protocol === 'https:' })
}
