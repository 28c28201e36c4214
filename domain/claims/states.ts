// Docs/decisions/0001, "Claim". A claim is the buyer's; it is a dispute once the vendor contests it.
import { movesOf } from '../moves.ts'

export const CLAIM_STATES = [
  'open',
  'answered',
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

export const claimMoves = movesOf<ClaimState>([
  ['new', 'open', 'buyer'],
  ['open', 'answered', 'vendor'],
  // The clock upholds after 2 business days of the vendor's silence.
  // The coordinator decides it with its lot.
  ['open', 'upheld', 'clock coordinator'],
  ['open', 'rejected', 'coordinator'],
  ['answered', 'disputed', 'vendor'],
  ['answered', 'upheld', 'vendor'],
  ['open', 'withdrawn', 'buyer'],
  ['answered', 'withdrawn', 'buyer'],
  ['disputed', 'withdrawn', 'buyer'],
  ['proposed', 'withdrawn', 'buyer'],
  ['disputed', 'proposed', 'manager'],
  // Without a proposal once the manager's day has passed: a region without a manager must not hold it up.
  ['disputed', 'upheld rejected', 'coordinator'],
  ['proposed', 'upheld rejected', 'coordinator'],
  ['upheld', 'appealed', 'buyer vendor'],
  ['rejected', 'appealed', 'buyer vendor'],
  ['appealed', 'upheld_final rejected_final', 'chief'],
])

/** Somebody has yet to act, or may: the money of the hand-over stays where it is. */
export const UNDECIDED: ReadonlySet<string> = new Set<ClaimState>([
  'open',
  'answered',
  'disputed',
  'proposed',
  'appealed',
])
