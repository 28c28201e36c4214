// What becomes of goods that nobody collected: staff decide with the buyer, and nothing is forfeited (semantics.md 6; docs/decisions/0049).
import { type Refusal, refuse } from '../refusal.ts'

/** What a buyer may agree to, in their own account. Delivery is chosen and paid for at the order. */
export const UNCOLLECTED_WISHES = ['resale', 'donation'] as const
export type UncollectedWish = (typeof UNCOLLECTED_WISHES)[number]

export const UNCOLLECTED_DECISIONS = ['resale', 'donation', 'spoiled'] as const
export type UncollectedDecision = (typeof UNCOLLECTED_DECISIONS)[number]

export type UncollectedOutcome = UncollectedDecision | 'collected' | 'delivery' | 'given_back'

interface Uncollected {
  wish: UncollectedWish | null
  perishes: boolean
  /** On which day in Lagos, and whether anybody answered. */
  calls: readonly { day: string; reached: boolean }[]
}

/** So many days on which a buyer was called in vain, until goods may be sold for them without a word. */
export const CALL_DAYS = 2

/** Why this cannot be decided now. A donation needs the buyer's own word; a sale, too, as long as the buyer can be reached. */
export function decisionFault(of: Uncollected, decision: UncollectedDecision): Refusal | null {
  const { wish, perishes, calls } = of
  if (decision === 'spoiled') {
    if (!perishes) return refuse('not_agreed', { message: 'These goods keep. They cannot be entered as spoiled.' })
    return calls.length > 0 ? null : refuse('not_agreed', { message: 'Call the buyer first, and note the call.' })
  }
  if (wish === decision) return null
  if (decision === 'donation' || wish !== null || calls.some(({ reached }) => reached)) return refuse('not_agreed')
  if (new Set(calls.map(({ day }) => day)).size >= CALL_DAYS) return null
  return refuse('not_agreed', {
    message: `The buyer has not agreed. Call on ${CALL_DAYS} different days and note each call: if nobody answers, the goods may be sold for the buyer.`,
  })
}
