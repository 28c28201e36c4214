import type { Api } from '#api/api.ts'
import { LEADERBOARD_SIZE } from '#domain/limits.ts'
import { type Badge, earnedBadges } from '#domain/rewards/badges.ts'
import type { Board } from './boards.ts'

/** One place on a board. The server shortens names; balances are not shown. */
export interface RankedPerson {
  rank: number
  id: string
  /** Empty for users without a picture. */
  name: string
  successfulReferrals: number
  completedOrders: number
  joinedAt: string
  badges: Badge[]
}

const COLUMNS = 'rank, id, display_name, successful_referrals, completed_orders, joined_at, in_top_percent' as const

/** A board's top ten with their badges, or the server's message if it could not be read. */
export async function readBoard(api: Api, board: Board): Promise<{ people: RankedPerson[]; error: string | null }> {
  const [ranked, opening] = await Promise.all([
    api.tables.from(board.view).select(COLUMNS).order('rank').limit(LEADERBOARD_SIZE),
    api.tables.from('market_opening').select('opened_at').maybeSingle(),
  ])
  if (ranked.error) return { people: [], error: ranked.error.message }
  const openedAt = opening.data?.opened_at
  const people = ranked.data.map((row) => {
    const { successful_referrals: successfulReferrals, completed_orders: completedOrders, joined_at: joinedAt } = row
    return {
      rank: row.rank,
      id: row.id,
      name: row.display_name,
      successfulReferrals,
      completedOrders,
      joinedAt,
      badges: earnedBadges({
        successfulReferrals,
        completedOrders,
        inTopPercent: row.in_top_percent,
        joinedAt: new Date(joinedAt),
        // Without an opening date, no user counts as having joined in the first month.
        openedAt: new Date(openedAt ?? 0),
      }),
    }
  })
  return { people, error: null }
}
