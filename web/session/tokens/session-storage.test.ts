import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SESSION_COOKIE, type StoredSession } from '#api/session-cookie.ts'
import { clearSessionCookie, currentSession } from './current-session.ts'
import { sessionStorage } from './session-storage.ts'

/** A browser's session cookie. */
const jar = {
  held: '',
  get cookie() {
    return jar.held
  },
  set cookie(written: string) {
    jar.held = written.includes('Max-Age=0') ? '' : (written.split(';')[0] ?? '')
  },
}

beforeEach(() => {
  jar.held = ''
  vi.stubGlobal('document', jar)
  vi.stubGlobal('location', { protocol: 'http:' })
})
afterEach(() => vi.unstubAllGlobals())

function sessionOf(person: string, session: string, turn = 1): StoredSession {
  const claims = btoa(JSON.stringify({ sub: person, session_id: session, turn }))
  const tokens = { access_token: `h.${claims}.s`, refresh_token: `${session}-${turn}` }
  return { ...tokens, expires_at: 1, expires_in: 3600, token_type: 'bearer' }
}

const write = (session: StoredSession) => sessionStorage.setItem(SESSION_COOKIE, JSON.stringify(session))
const read = () => sessionStorage.getItem(SESSION_COOKIE)

test('a session is written, read and renewed', () => {
  write(sessionOf('Ngozi', 'n1'))
  expect(JSON.parse(String(read()))).toEqual(sessionOf('Ngozi', 'n1'))
  write(sessionOf('Ngozi', 'n1', 2))
  expect(currentSession()?.refresh_token).toBe('n1-2')
})

test('a late write undoes neither a sign-out nor a sign-in as another user', () => {
  write(sessionOf('Ngozi', 'n3'))
  read()
  clearSessionCookie()
  write(sessionOf('Ngozi', 'n3', 2))
  expect(currentSession()).toBeNull()

  write(sessionOf('Ngozi', 'n2'))
  read()
  jar.cookie = `${SESSION_COOKIE}=${encodeURIComponent(JSON.stringify(sessionOf('Musa', 'm1')))}`
  write(sessionOf('Ngozi', 'n2', 2))
  expect(currentSession()?.refresh_token).toBe('m1-1')
})

test('a new sign-in replaces the session of any previous user', () => {
  write(sessionOf('Ngozi', 'n4'))
  read()
  write(sessionOf('Musa', 'm1'))
  expect(currentSession()?.refresh_token).toBe('m1-1')
  read()
  clearSessionCookie()
  write(sessionOf('Musa', 'm2'))
  expect(currentSession()?.refresh_token).toBe('m2-1')
})
