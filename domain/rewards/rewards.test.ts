import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { badgesOf, isInTopPercent } from './badges.ts'
import {
  formatPeps,
  generateReferralCode,
  normaliseReferralCode,
  referralCreditedBy,
  referralRewardKobo,
} from './referrals.ts'

const at = (text: string) => new Date(text)

describe('badges (specification 2)', () => {
  const none = {
    completedOrders: 99,
    successfulReferrals: 49,
    inTopPercent: false,
    openedAt: at('2026-01-01T00:00:00Z'),
    joinedAt: at('2026-01-31T00:00:00Z'),
  }
  it('has exact limits', () => {
    expect(badgesOf(none)).toEqual([])
    expect(badgesOf({ ...none, completedOrders: 100 })).toEqual(['power-buyer'])
    expect(badgesOf({ ...none, successfulReferrals: 50 })).toEqual(['community-champion'])
    expect(badgesOf({ ...none, joinedAt: at('2026-01-30T23:59:59Z') })).toEqual(['early-adopter'])
    expect(badgesOf({ ...none, inTopPercent: true })).toEqual(['elite-referrer'])
  })
  it.each([
    [1, 1, true],
    [1, 100, true],
    [2, 100, false],
    [2, 101, true],
    [11, 1000, false],
  ])('rank %i of %i referrers', (rank, referrers, top) =>
    expect(isInTopPercent({ rank, referrers, successfulReferrals: 1 })).toBe(top),
  )
  it('wants success', () => expect(isInTopPercent({ rank: 1, referrers: 5, successfulReferrals: 0 })).toBe(false))
})

describe('referrals', () => {
  it('rewards 0.5% within 48 hours', () => {
    expect(referralRewardKobo(7_600_000n)).toBe(38_000n)
    expect(referralCreditedBy(at('2026-03-10T12:00:00Z'))).toEqual(at('2026-03-12T12:00:00Z'))
  })
  it('makes codes that round-trip', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 8, maxLength: 16 }), (bytes) => {
        const code = generateReferralCode(bytes)
        expect(code).toMatch(/^[A-Z2-9]{8}$/)
        expect(normaliseReferralCode(` ${code.slice(0, 4)}-${code.slice(4).toLowerCase()}`)).toBe(code)
      }),
    )
  })
  it.each(['', 'short', 'WAYTOOLONGCODE', 'ABC!DEFG', null, 5])('does not accept %j as a code', (typed) =>
    expect(normaliseReferralCode(typed)).toBeNull(),
  )
  it('writes PEPS', () => {
    expect(formatPeps(125_000n)).toBe('1,250 PEPS')
    expect(formatPeps(1_250n)).toBe('12.50 PEPS')
    expect(formatPeps(100n)).toBe('1 PEP')
    expect(formatPeps(0n)).toBe('0 PEPS')
  })
})
