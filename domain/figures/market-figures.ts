// Figures on the home page: marketing claims (specification 1 and 2, "How it works"), and the market's own statistics.

const CLAIMED_SAVINGS_PERCENT = 30
const CLAIMED_MEMBERS = 1000

/** "Marketing claims on the home page: 30% average savings, 1000+ active members, 100% quality guaranteed." */
export const marketingClaims = [
  { figure: `${CLAIMED_SAVINGS_PERCENT}%`, label: /*i18n*/ 'average savings' },
  { figure: `${CLAIMED_MEMBERS}+`, label: /*i18n*/ 'active members' },
  { figure: '100%', label: /*i18n*/ 'quality guaranteed' },
] as const

/** Minimum number of settled orders for meaningful statistics. */
const MIN_SETTLED_ORDERS = 30

interface CountedFigures {
  members: number | null
  settled_orders: number | null
  /** Average discount on the base price over settled orders, in percent. */
  average_savings_percent: number | null
}

export interface OwnFigures {
  members: number
  settledOrders: number
  averageSavingsPercent: number
}

/** The market's own figures; null if they are based on too few orders or are below the claims shown next to them. */
export function ownFigures(counted: CountedFigures | null): OwnFigures | null {
  const settledOrders = counted?.settled_orders ?? 0
  const averageSavingsPercent = counted?.average_savings_percent ?? null
  if (settledOrders < MIN_SETTLED_ORDERS || averageSavingsPercent === null) return null
  const members = counted?.members ?? 0
  if (averageSavingsPercent < CLAIMED_SAVINGS_PERCENT || members < CLAIMED_MEMBERS) return null
  return { members, settledOrders, averageSavingsPercent }
}
