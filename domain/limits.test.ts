import { expect, it } from 'vitest'
import * as limits from './limits.ts'

// The figures of specification 9 (and of sections 2, 4 and 8 where limits.ts says so), one line each.
it('has the figures of the specification', () => {
  expect(limits.hero).toEqual({ slides: 4, rotationMs: 21_000, fadeMs: 1_000 })
  expect(limits.retries).toEqual({ profileAttempts: 3, profileBackoffMs: 500, refreshBackoffMs: 200 })
  expect(limits.REALTIME_EVENTS_PER_SECOND).toBe(10)
  expect(limits.OLD_SESSION_LINK_SECONDS).toBe(120)
  expect([limits.PAGE_SIZE, limits.LEADERBOARD_SIZE]).toEqual([12, 10])
  expect(limits.KOBO_PER_PEP).toBe(100n)
  expect([limits.REFERRAL_BASIS_POINTS, limits.BUYER_FEE_BASIS_POINTS, limits.VENDOR_FEE_BASIS_POINTS]).toEqual([
    50, 250, 500,
  ])
  expect(limits.REFERRAL_CREDIT_HOURS).toBe(48)
  expect([limits.PAYMENT_DUE_DAYS_BEFORE_SHARING, limits.FREE_LEAVING_DAYS_BEFORE_CLOSE]).toEqual([2, 3])
  expect([limits.refundBusinessDays, limits.DISPUTE_BUSINESS_DAYS]).toEqual([{ least: 3, most: 5 }, 7])
  expect([limits.VENDOR_ON_TIME_PERCENT, limits.VENDOR_NOTICE_HOURS]).toEqual([95, 24])
  expect([limits.REWARD_NOTICE_DAYS, limits.MINIMUM_AGE, limits.STOCKPILE_DAYS]).toEqual([30, 18, 14])
  expect([limits.CART_KEY, limits.MIDDLE_ADVERT_INDEX]).toEqual(['cart-storage', 6])
  expect(limits.badgeThresholds).toEqual({
    eliteTopPercent: 1,
    powerBuyerOrders: 100,
    championReferrals: 50,
    earlyAdopterDays: 30,
  })
  expect([limits.ROLE_UPDATED_SHOWN_MS, limits.MIN_PASSWORD_LENGTH]).toEqual([3_000, 6])
})
