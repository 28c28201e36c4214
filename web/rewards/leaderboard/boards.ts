import { plural } from '#web/ui/format.ts'

/** The specification's two tabs. */
export const boards = [
  {
    key: 'referrers',
    label: 'Top Referrers',
    view: 'top_referrers',
    rule: 'Ranked by successful referrals: people they brought who have a settled order.',
    empty: 'No referrers yet.',
    firstStep: (percent: number) =>
      `Share your referral code: ${percent}% of what your people buy comes to you in PEPS, and your name appears here.`,
  },
  {
    key: 'buyers',
    label: 'Top Buyers',
    view: 'top_buyers',
    rule: 'Ranked by completed orders, from group buys and from Browse Deals.',
    empty: 'No buyers yet.',
    firstStep: () => 'The first person with a completed order takes first place.',
  },
] as const

export type Board = (typeof boards)[number]

/** Top Referrers by default. */
export function boardOf(tab: string | null): Board {
  return boards.find(({ key }) => key === tab) ?? boards[0]
}

export function boardAddress({ key }: Board): string {
  return key === boards[0].key ? '/leaderboard' : `/leaderboard?tab=${key}`
}

/** "12 successful referrals", "108 orders completed": what a board ranks comes first, the other only if there is any. */
export function deedsOf(board: Board, deeds: { successfulReferrals: number; completedOrders: number }): string[] {
  const referred = plural(deeds.successfulReferrals, 'successful referral')
  const bought = `${plural(deeds.completedOrders, 'order')} completed`
  if (board.key === 'buyers') return deeds.successfulReferrals > 0 ? [bought, referred] : [bought]
  return deeds.completedOrders > 0 ? [referred, bought] : [referred]
}
