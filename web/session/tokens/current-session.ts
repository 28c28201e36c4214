import { clearedSessionCookie, readSessionCookie, type StoredSession } from '#api/session-cookie.ts'

/** The session in the cookie, which this tab, another one or the server may have written. */
export function currentSession(): StoredSession | null {
  return readSessionCookie(document.cookie)
}

export function clearSessionCookie(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: Safari and Firefox on today's phones have no cookieStore.
  document.cookie = clearedSessionCookie({ secure: location.protocol === 'https:' })
}
