import { describe, expect, it } from 'vitest'
import { earnedBadges } from './badges.ts'
import { normaliseReferralCode } from './referrals.ts'

const at = (text: string) => new Date(text)

describe('badges (specification 2)', () => {
  const none = {
    completedOrders: 99,
    successfulReferrals: 49,
    inTopPercent: false,
    openedAt: at('2026-01-01T00:00:00Z'),
    joinedAt: at('2026-01-31T00:00:00Z'),
  }
  it('are earned exactly at their thresholds', () => {
    expect(earnedBadges(none)).toEqual([])
    expect(earnedBadges({ ...none, completedOrders: 100 })).toEqual(['power-buyer'])
    expect(earnedBadges({ ...none, successfulReferrals: 50 })).toEqual(['community-champion'])
    expect(earnedBadges({ ...none, joinedAt: at('2026-01-30T23:59:59Z') })).toEqual(['early-adopter'])
    expect(earnedBadges({ ...none, inTopPercent: true })).toEqual(['elite-referrer'])
  })
})

describe('referrals', () => {
  it('normalises a typed code', () => {
    expect(normaliseReferralCode(' abcd-2345 ')).toBe('ABCD2345')
  })
  it.each(['', 'short', 'WAYTOOLONGCODE', 'ABC!DEFG', null, 5])('does not accept %j as a code', (typed) =>
    expect(normaliseReferralCode(typed)).toBeNull(),
  )
})
