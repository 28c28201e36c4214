import type { I18n } from '@lingui/core'
import { counted } from '#web/languages/counted.ts'
import { count } from '#web/ui/format.ts'

/** The specification's two tabs. */
export const boards = [
  {
    key: 'referrers',
    label: /*i18n*/ 'Top Referrers',
    view: 'top_referrers',
    rule: /*i18n*/ 'Ranked by successful referrals: people they referred who have a settled order. Names are shortened.',
    empty: /*i18n*/ 'No referrers yet.',
    firstStep:
      /*i18n*/ 'Share your referral code. You earn {percent}% of what the people you refer buy, and your name appears here.',
  },
  {
    key: 'buyers',
    label: /*i18n*/ 'Top Buyers',
    view: 'top_buyers',
    rule: /*i18n*/ 'Ranked by completed orders, from group buys and from Browse Deals. Names are shortened.',
    empty: /*i18n*/ 'No buyers yet.',
    firstStep: /*i18n*/ 'The first person with a completed order takes first place.',
  },
] as const

export type Board = (typeof boards)[number]

/** Top Referrers by default. */
export function boardByKey(tab: string | null): Board {
  return boards.find(({ key }) => key === tab) ?? boards[0]
}

export function boardAddress({ key }: Board): string {
  return key === boards[0].key ? '/leaderboard' : `/leaderboard?tab=${key}`
}

interface Scores {
  successfulReferrals: number
  completedOrders: number
}

/** "12 successful referrals", "108 orders completed": the ranked figure first, the other one only if it is not zero. */
export function scoreText(i18n: I18n, board: Board, scores: Scores): string[] {
  const referred = counted(i18n, scores.successfulReferrals, {
    one: /*i18n*/ '{count} successful referral',
    many: /*i18n*/ '{count} successful referrals',
    count: count(scores.successfulReferrals),
  })
  const bought = counted(i18n, scores.completedOrders, {
    one: /*i18n*/ '{count} order completed',
    many: /*i18n*/ '{count} orders completed',
    count: count(scores.completedOrders),
  })
  if (board.key === 'buyers') return scores.successfulReferrals > 0 ? [bought, referred] : [bought]
  return scores.completedOrders > 0 ? [referred, bought] : [referred]
}
