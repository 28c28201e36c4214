// Every constant of the specification's section 9, with the sentence that defines it. time/clocks.ts has the durations
// added by decisions; texts/ has the texts of section 8. Rates are initial values: the settings in force apply, and
// each buy and order keeps those it was made under (settings/settings.ts).

/** "Hero carousel: 4 slides, rotation every 21000 ms, fade 1000 ms." */
export const hero = { slides: 4, rotationMs: 21_000, fadeMs: 1_000 } as const

/** "Profile fetch: 3 attempts, backoff 2^n x 500 ms. Token refresh retry backoff 200 ms x 2^n." */
export const retries = { profileAttempts: 3, profileBackoffMs: 500, refreshBackoffMs: 200 } as const

/** "Realtime rate: 10 events per second." */
export const REALTIME_EVENTS_PER_SECOND = 10

/** "A session in the URL issued over 120 s ago triggers a warning." */
export const OLD_SESSION_LINK_SECONDS = 120

/** "Page size 12 for products, group buys and vendors. Leaderboard shows the top 10." */
export const PAGE_SIZE = 12
export const LEADERBOARD_SIZE = 10

/** "1 PEP = 1 naira." */
export const KOBO_PER_PEP = 100n

/** "Referral reward 0.5% of the referred person's transaction, credited within 48 hours." */
export const REFERRAL_BASIS_POINTS = 50
export const REFERRAL_CREDIT_HOURS = 48

/** "Buyer transaction fee 2.5%. Vendor platform fee 5% (vendor gets 95%)." */
export const BUYER_FEE_BASIS_POINTS = 250
export const VENDOR_FEE_BASIS_POINTS = 500

/** "Payment due 2 days before the sharing day." */
export const PAYMENT_DUE_DAYS_BEFORE_SHARING = 2

/** "Refund cancellation at least 3 days before the purchase window closes." */
export const FREE_LEAVING_DAYS_BEFORE_CLOSE = 3

/** "Refunds take 3 to 5 business days. Disputes: 7 business day internal resolution." */
export const refundBusinessDays = { least: 3, most: 5 } as const
export const DISPUTE_BUSINESS_DAYS = 7

/** "Vendors: 95% on-time delivery and 24-hour notice for cancellations." */
export const VENDOR_ON_TIME_PERCENT = 95
export const VENDOR_NOTICE_HOURS = 24

/** "Reward program changes need 30 days' notice. Minimum age 18. Stockpiling up to 2 weeks." */
export const REWARD_NOTICE_DAYS = 30
export const MINIMUM_AGE = 18
export const STOCKPILE_DAYS = 14

/** "Cart key: cart-storage. Middle ad at index 6." */
export const CART_KEY = 'cart-storage'
export const MIDDLE_ADVERT_INDEX = 6

/** "Support hours: Monday to Friday, 9am to 5pm." */
export const SUPPORT_HOURS = /*i18n*/ 'Monday to Friday, 9am to 5pm'

/**
 * Section 2, Leaderboard: "Elite Referrer (top 1% of referrers), Power Buyer (100+ orders completed), Community
 * Champion (50+ successful referrals), Early Adopter (joined in first month)".
 */
export const badgeThresholds = {
  eliteTopPercent: 1,
  powerBuyerOrders: 100,
  championReferrals: 50,
  earlyAdopterDays: 30,
} as const

/** Section 4: "The role-update confirmation clears after 3 seconds." */
export const ROLE_UPDATED_SHOWN_MS = 3_000

/**
 * Section 8: "Password must be at least 6 characters long." The maximum of 128 limits the cost of hashing (money.md 1).
 */
export const MIN_PASSWORD_LENGTH = 6
export const MAX_PASSWORD_LENGTH = 128

/** Rows of an Excel file. It is written in one go, and meanwhile the process answers no other request. */
export const MAX_SHEET_ROWS = 2_000
