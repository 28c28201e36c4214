import type { SupportedStorage } from '@supabase/auth-js'
import { SESSION_COOKIE, type StoredSession, sessionCookie } from '#api/session-cookie.ts'
import { clearSessionCookie, currentSession } from './current-session.ts'
import { tokenClaim, tokenSubject } from './token-subject.ts'

const USER_KEY = `${SESSION_COOKIE}-user`

/** The id of the session that the auth client last read. */
let readId: string | null = null

/**
 * The auth client's storage: the session in the cookie that the server also reads, code verifiers in localStorage. Not
 * cached, so writes by the server or another tab take effect at once. The client may write a session back long after it
 * read it (while fetching a user or a new token): the write is dropped if the cookie now holds another session or none,
 * because it would undo a sign-out or sign the previous user in again.
 */
export const sessionStorage: SupportedStorage = {
  getItem(key) {
    if (key !== SESSION_COOKIE) return localStorage.getItem(key)
    const session = currentSession()
    readId = idOf(session)
    return session && JSON.stringify(session)
  },
  setItem(key, value) {
    if (key !== SESSION_COOKIE) return localStorage.setItem(key, value)
    const session = JSON.parse(value) as StoredSession
    const writtenId = idOf(session)
    if (writtenId !== null && writtenId === readId && idOf(currentSession()) !== writtenId) return
    // biome-ignore lint/suspicious/noDocumentCookie: Safari and Firefox on today's phones have no cookieStore.
    document.cookie = sessionCookie(session, { secure: location.protocol === 'https:' })
  },
  removeItem(key) {
    if (key !== SESSION_COOKIE) return localStorage.removeItem(key)
    clearSessionCookie()
  },
}

const idOf = (session: StoredSession | null) => tokenClaim(session?.access_token, 'session_id')

/** The session's user. A stored user other than the cookie's is ignored: the server has replaced the session. */
export const userStorage: SupportedStorage = {
  getItem(key) {
    const stored = localStorage.getItem(key)
    if (stored === null || key !== USER_KEY) return stored
    return storedUserId(stored) === tokenSubject(currentSession()?.access_token) ? stored : null
  },
  setItem: (key, value) => localStorage.setItem(key, value),
  removeItem: (key) => localStorage.removeItem(key),
}

function storedUserId(stored: string): string | null {
  try {
    const { user } = JSON.parse(stored) as { user?: { id?: unknown } }
    return typeof user?.id === 'string' ? user.id : null
  } catch {
    return null
  }
}
