// The four badges of the leaderboard (specification 2); design.md 7 defines "successful" and "joined in first month".

import { badgeThresholds } from '#domain/limits.ts'
import { DAY_MS } from '#domain/time/calendar.ts'

export const BADGES = ['elite-referrer', 'power-buyer', 'community-champion', 'early-adopter'] as const
export type Badge = (typeof BADGES)[number]

export const badgeTexts: Record<Badge, { name: string; rule: string }> = {
  'elite-referrer': { name: /*i18n*/ 'Elite Referrer', rule: /*i18n*/ 'Top 1% of referrers' },
  'power-buyer': { name: /*i18n*/ 'Power Buyer', rule: /*i18n*/ '100+ orders completed' },
  'community-champion': { name: /*i18n*/ 'Community Champion', rule: /*i18n*/ '50+ successful referrals' },
  'early-adopter': { name: /*i18n*/ 'Early Adopter', rule: /*i18n*/ 'Joined in first month' },
}

interface BadgeFacts {
  /** Completed orders from group buys and from the cart. */
  completedOrders: number
  /** Referred users with a settled order. */
  successfulReferrals: number
  /** True if in the top 1% of referrers on the leaderboards. */
  inTopPercent: boolean
  joinedAt: Date
  /** When the market opened. */
  openedAt: Date
}

export function earnedBadges(facts: BadgeFacts): Badge[] {
  const earned: Record<Badge, boolean> = {
    'elite-referrer': facts.inTopPercent,
    'power-buyer': facts.completedOrders >= badgeThresholds.powerBuyerOrders,
    'community-champion': facts.successfulReferrals >= badgeThresholds.championReferrals,
    'early-adopter': facts.joinedAt.getTime() < facts.openedAt.getTime() + badgeThresholds.earlyAdopterDays * DAY_MS,
  }
  return BADGES.filter((badge) => earned[badge])
}
