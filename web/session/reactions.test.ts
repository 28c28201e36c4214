import { describe, expect, it } from 'vitest'
import { authEventReaction, sessionInHash } from './reactions.ts'

describe('how the page reacts to the six events', () => {
  const same = { sessionUserId: 'a', viewerId: 'a' }
  const other = { sessionUserId: 'a', viewerId: null }
  const removed = { sessionUserId: null, viewerId: 'a' }

  it('reloads only if the signed-in person differs from the page’s', () => {
    for (const event of ['INITIAL_SESSION', 'SIGNED_IN', 'SIGNED_OUT'] as const) {
      expect(authEventReaction(event, same)).toBe('nothing')
      expect(authEventReaction(event, other)).toBe('revalidate')
      expect(authEventReaction(event, removed)).toBe('revalidate')
    }
  })
  it('gives open channels the new token', () => {
    expect(authEventReaction('TOKEN_REFRESHED', same)).toBe('renew-token')
    expect(authEventReaction('TOKEN_REFRESHED', other)).toBe('revalidate')
  })
  it('shows a changed person, and asks for a password after recovery', () => {
    expect(authEventReaction('USER_UPDATED', same)).toBe('revalidate')
    expect(authEventReaction('PASSWORD_RECOVERY', other)).toBe('choose-password')
  })
})

describe('a session in the address', () => {
  const now = 1_800_000_000
  const hashOf = (ageSeconds: number) =>
    `#access_token=a.b.c&refresh_token=r&token_type=bearer&expires_in=3600&expires_at=${now - ageSeconds + 3600}`

  it('is old if it was issued over 120 seconds ago', () => {
    expect(sessionInHash(hashOf(121), now)).toEqual({ isOld: true })
    expect(sessionInHash(hashOf(120), now)).toEqual({ isOld: false })
  })
  it('is none without a token', () => {
    expect(sessionInHash('#main', now)).toBeNull()
    expect(sessionInHash('', now)).toBeNull()
  })
})
