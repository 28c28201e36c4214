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

export const CLAIM_REASONS = [
  'short_weight',
  'spoiled',
  'wrong_item',
  'missing',
  'not_received',
  'handover_not_by_me',
  'charged_wrongly',
  'vendor_no_show',
] as const
export type ClaimReason = (typeof CLAIM_REASONS)[number]

export const claimReasonLabels: Record<ClaimReason, string> = {
  short_weight: 'Short weight',
  spoiled: 'Spoiled',
  wrong_item: 'Wrong item',
  missing: 'Missing',
  not_received: 'Not received',
  handover_not_by_me: 'Handed over to someone else',
  charged_wrongly: 'Charged wrongly',
  vendor_no_show: 'The vendor did not come',
}
