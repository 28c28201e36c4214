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
  ['open', 'upheld', 'clock'],
  ['answered', 'disputed', 'vendor'],
  ['answered', 'upheld', 'vendor'],
  ['answered', 'withdrawn', 'buyer'],
  ['disputed', 'proposed', 'manager'],
  ['proposed', 'upheld rejected', 'coordinator'],
  ['upheld', 'appealed', 'buyer vendor'],
  ['rejected', 'appealed', 'buyer vendor'],
  ['appealed', 'upheld_final rejected_final', 'chief'],
])
