import type { SupportedStorage } from '@supabase/auth-js'
import { SESSION_COOKIE, type StoredSession, sessionCookie } from '#api/session-cookie.ts'
import { clearSessionCookie, currentSession } from './current-session.ts'
import { tokenClaim, tokenSubject } from './token-subject.ts'

const USER_KEY = `${SESSION_COOKIE}-user`

/** The session that the auth client last read here. */
let readId: string | null = null

/**
 * The auth client's storage: the session in the cookie that the server also reads, code verifiers in localStorage.
 * Nothing is cached, so what the server or another tab writes takes effect at once. The client writes a session back long after it
 * read it (a user or a new token was on its way meanwhile): such a write is dropped once the cookie holds another session or none, or
 * whoever signed out, or in as somebody else, would be the former person again.
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

/** The session's user. One left over from another person's session, which the server replaced, is ignored. */
export const userStorage: SupportedStorage = {
  getItem(key) {
    const kept = localStorage.getItem(key)
    if (kept === null || key !== USER_KEY) return kept
    return keptUserId(kept) === tokenSubject(currentSession()?.access_token) ? kept : null
  },
  setItem: (key, value) => localStorage.setItem(key, value),
  removeItem: (key) => localStorage.removeItem(key),
}

function keptUserId(kept: string): string | null {
  try {
    const { user } = JSON.parse(kept) as { user?: { id?: unknown } }
    return typeof user?.id === 'string' ? user.id : null
  } catch {
    return null
  }
}
