import { expect, test } from 'vitest'
import { readPageSession } from './page-session.ts'
import { sessionCookie } from './session-cookie.ts'

const NOW = 1_800_000_000
const session = { access_token: 'a', refresh_token: 'r', expires_in: 3600, token_type: 'bearer' }

/** The session of a page whose token is valid, and how often it was refreshed. */
async function read(isTokenRejected: boolean) {
  let refreshed = 0
  const [cookie = ''] = sessionCookie({ ...session, expires_at: NOW + 3600 }, { secure: false }).split(';')
  const page = await readPageSession({
    cookie,
    secure: false,
    now: NOW,
    isTokenRejected,
    verify: async () => ({ sub: 'user' }),
    stateOf: async () => 'live',
    refresh: async () => {
      refreshed += 1
      return new Response(null, { status: 400 })
    },
  })
  return { page, refreshed }
}

test('a valid token is used as it is', async () => {
  expect(await read(false)).toMatchObject({ page: { accessToken: 'a', setCookie: null }, refreshed: 0 })
})

test('a token that a read has rejected is refreshed, which ends an ended session', async () => {
  const { page, refreshed } = await read(true)
  expect(refreshed).toBe(1)
  expect(page).toMatchObject({ accessToken: null, claims: null, setCookie: expect.stringContaining('Max-Age=0') })
})
