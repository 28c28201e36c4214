// A payout leaves the vendor's account in the ledger when it is requested, and the gateway hears of it as `sent`.
import { movesOf } from '../moves.ts'

export type PayoutState = 'requested' | 'sent' | 'needs_attention' | 'arrived' | 'failed' | 'reversed'

export const payoutMoves = movesOf<PayoutState>([
  // By hand, or on the weekly pay day.
  ['new', 'requested', 'vendor clock'],
  // Failed before the gateway heard of it: the shop was closed or held, or its account followed by another.
  ['requested', 'sent failed', 'gateway'],
  ['sent', 'arrived failed needs_attention', 'gateway'],
  ['needs_attention', 'arrived failed', 'gateway'],
  // The gateway answered after all, or a chief has it asked again.
  ['needs_attention', 'sent', 'gateway chief'],
  ['arrived', 'reversed', 'gateway'],
])

/** The money has left the vendor's account, and nobody has confirmed where it is. */
export const OPEN_PAYOUT_STATES = ['requested', 'sent', 'needs_attention'] as const satisfies readonly PayoutState[]
