// A payout is debited from the vendor's account in the ledger when requested; it is `sent` once submitted to the
// gateway.
import { parseMoves } from '#domain/moves.ts'

export type PayoutState = 'requested' | 'sent' | 'needs_attention' | 'arrived' | 'failed' | 'reversed'

export const payoutMoves = parseMoves<PayoutState>([
  // On request, or on the weekly pay day.
  ['new', 'requested', 'vendor clock'],
  // Failed before it was submitted: the shop was closed or on hold, or its account was replaced.
  ['requested', 'sent failed', 'gateway'],
  ['sent', 'arrived failed needs_attention', 'gateway'],
  ['needs_attention', 'arrived failed', 'gateway'],
  // The gateway responded late, or a chief repeats the request.
  ['needs_attention', 'sent', 'gateway chief'],
  ['arrived', 'reversed', 'gateway'],
])

/** States of payouts that are debited from the vendor's account and not confirmed. */
export const OPEN_PAYOUT_STATES = ['requested', 'sent', 'needs_attention'] as const satisfies readonly PayoutState[]
