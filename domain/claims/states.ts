// States of claims (docs/states-amounts-clocks.md, "Claim"). A buyer makes the claim; it becomes a dispute when the
// vendor contests it.
import { parseMoves } from '#domain/moves.ts'

export const CLAIM_STATES = [
  'open',
  'answered',
  'offered',
  'disputed',
  'proposed',
  'upheld',
  'rejected',
  'withdrawn',
  'appealed',
  'upheld_final',
  'rejected_final',
] as const
export type ClaimState = (typeof CLAIM_STATES)[number]

export const claimMoves = parseMoves<ClaimState>([
  ['new', 'open', 'buyer'],
  ['open', 'answered', 'vendor'],
  // The clock upholds it if the vendor does not answer within 2 business days.
  // The coordinator decides it together with its lot.
  ['open', 'upheld', 'clock coordinator'],
  ['open', 'rejected', 'coordinator'],
  // The vendor offers a part or a replacement; withdrawn in time, the claim is to be answered as before.
  ['open', 'offered', 'vendor'],
  ['offered', 'open', 'vendor'],
  // The buyer accepts, or the coordinator decides its lot.
  ['offered', 'upheld', 'buyer coordinator'],
  ['offered', 'rejected', 'coordinator'],
  // The buyer declines, or does not answer in time.
  ['offered', 'disputed', 'buyer clock'],
  ['offered', 'withdrawn', 'buyer'],
  ['answered', 'disputed', 'vendor'],
  ['answered', 'upheld', 'vendor'],
  ['open', 'withdrawn', 'buyer'],
  ['answered', 'withdrawn', 'buyer'],
  ['disputed', 'withdrawn', 'buyer'],
  ['proposed', 'withdrawn', 'buyer'],
  ['disputed', 'proposed', 'manager'],
  // Possible without a proposal after the manager's deadline: a region without a manager must not block a claim.
  ['disputed', 'upheld rejected', 'coordinator'],
  ['proposed', 'upheld rejected', 'coordinator'],
  ['upheld', 'appealed', 'buyer vendor'],
  ['rejected', 'appealed', 'buyer vendor'],
  ['appealed', 'upheld_final rejected_final', 'chief'],
])

/**
 * States in which an action is pending: the money of the hand-over stays on hold. It also does while a decision may be
 * appealed or is carried out (`public.has_open_claim`).
 */
export const UNDECIDED_CLAIM_STATES: ReadonlySet<string> = new Set<ClaimState>([
  'open',
  'answered',
  'offered',
  'disputed',
  'proposed',
  'appealed',
])
