// The four badges of the leaderboard (specification 2); what "successful" and "joined in first month" mean: design.md 7.
import { DAY_MS } from '../calendar.ts'
import { badgeThresholds } from '../limits.ts'

export const BADGES = ['elite-referrer', 'power-buyer', 'community-champion', 'early-adopter'] as const
export type Badge = (typeof BADGES)[number]

export const badgeTexts: Record<Badge, { name: string; rule: string }> = {
  'elite-referrer': { name: 'Elite Referrer', rule: 'Top 1% of referrers' },
  'power-buyer': { name: 'Power Buyer', rule: '100+ orders completed' },
  'community-champion': { name: 'Community Champion', rule: '50+ successful referrals' },
  'early-adopter': { name: 'Early Adopter', rule: 'Joined in first month' },
}

export interface BadgeFacts {
  /** Completed orders of group buys and bulk buying together. */
  completedOrders: number
  /** Referred people with a settled order. */
  successfulReferrals: number
  /** In the top 1% of referrers, by isInTopPercent. */
  inTopPercent: boolean
  joinedAt: Date
  /** The market's opening. */
  openedAt: Date
}

export function badgesOf(facts: BadgeFacts): Badge[] {
  const earned: Record<Badge, boolean> = {
    'elite-referrer': facts.inTopPercent,
    'power-buyer': facts.completedOrders >= badgeThresholds.powerBuyerOrders,
    'community-champion': facts.successfulReferrals >= badgeThresholds.championReferrals,
    'early-adopter': facts.joinedAt.getTime() < facts.openedAt.getTime() + badgeThresholds.earlyAdopterDays * DAY_MS,
  }
  return BADGES.filter((badge) => earned[badge])
}

/** Rank 1 of 1 to 100 referrers, ranks 1 and 2 of 101 to 200, and so on, rounded up. Only successful referrals count. */
export function isInTopPercent(place: { rank: number; referrers: number; successfulReferrals: number }): boolean {
  const places = Math.max(1, Math.ceil((place.referrers * badgeThresholds.eliteTopPercent) / 100))
  return place.successfulReferrals > 0 && place.rank <= places
}
