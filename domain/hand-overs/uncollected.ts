// Uncollected goods: staff decide together with the buyer, and nothing is forfeited (semantics.md 6;
// docs/decisions/0049).
import type { Refusal } from '#domain/refusal.ts'
import { refuseFrom } from '#domain/refusals/refuse-from.ts'
import { handOverRefusals } from './refusals.ts'

const refuse = refuseFrom(handOverRefusals)

/** Outcomes that a buyer may agree to in their account. Delivery is chosen and paid for on the order's page. */
export const UNCOLLECTED_PREFERENCES = ['resale', 'donation'] as const
export type UncollectedPreference = (typeof UNCOLLECTED_PREFERENCES)[number]

export const UNCOLLECTED_DECISIONS = ['resale', 'donation', 'spoiled'] as const
export type UncollectedDecision = (typeof UNCOLLECTED_DECISIONS)[number]

export type UncollectedOutcome = UncollectedDecision | 'collected' | 'delivery' | 'refunded'

interface UncollectedGoods {
  preferredOutcome: UncollectedPreference | null
  perishes: boolean
  /** Calls to the buyer: the day in Lagos, and whether they were answered. */
  calls: readonly { day: string; reached: boolean }[]
}

/** Number of different days with unanswered calls after which goods may be sold without the buyer's consent. */
export const MIN_CALL_DAYS = 2

/**
 * Null if the decision is allowed. A donation needs the buyer's consent; a sale too, as long as the buyer can be
 * reached.
 */
export function uncollectedDecisionFault(goods: UncollectedGoods, decision: UncollectedDecision): Refusal | null {
  const { preferredOutcome, perishes, calls } = goods
  if (decision === 'spoiled') {
    if (!perishes) return refuse('not_agreed', { message: 'These goods keep. They cannot be entered as spoiled.' })
    return calls.length > 0 ? null : refuse('not_agreed', { message: 'Call the buyer first, and note the call.' })
  }
  if (preferredOutcome === decision) return null
  if (decision === 'donation' || preferredOutcome !== null || calls.some(({ reached }) => reached))
    return refuse('not_agreed')
  if (new Set(calls.map(({ day }) => day)).size >= MIN_CALL_DAYS) return null
  return refuse('not_agreed', {
    message: `The buyer has not agreed. Call on ${MIN_CALL_DAYS} different days and note each call: if nobody answers, the goods may be sold for the buyer.`,
  })
}
