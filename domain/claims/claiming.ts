// What may be claimed, and for how much. Until when is `public.claimable_lines`'s to say (clocks.ts has the lengths); `now` is the database's clock.
import { type Refusal, refuse } from '../refusal.ts'

export const CLAIM_REASONS = [
  'short_weight',
  'spoiled',
  'wrong_item',
  'missing',
  'not_received',
  'not_by_me',
  'charged_wrongly',
  'no_show',
] as const
export type ClaimReason = (typeof CLAIM_REASONS)[number]

/** What was never handed over; all other reasons are about a hand-over. */
export const REASONS_WITHOUT_HAND_OVER: readonly ClaimReason[] = ['not_received', 'no_show']

/** What the buyer wants, and what may come of a claim. */
export const WISHES = ['refund', 'replacement'] as const
export type Wish = (typeof WISHES)[number]
export const OUTCOMES = ['refund', 'replacement', 'rejected'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** Who pays for it: hub, rider and platform are the market's side in the ledger. */
export const CLAIM_PAYERS = ['vendor', 'hub', 'rider', 'platform'] as const
export type ClaimPayer = (typeof CLAIM_PAYERS)[number]

/** Units that may be claimed, as `public.claimable_lines` has them. */
export interface ClaimableLine {
  lineId: string
  /** Null: they never came. */
  handOverId: string | null
  quantity: number
  unitKobo: bigint
  opensAt: Date
  closesAt: Date
}

interface Claimed {
  reason: ClaimReason
  handOverId: string | null
  lines: readonly { lineId: string; quantity: number }[]
  /** Null: all that these units cost. */
  askedKobo: bigint | null
}

/** Goods in kobo that are asked back, or why there can be no claim. */
export function decideClaim(claim: Claimed, lines: readonly ClaimableLine[], now: Date): bigint | Refusal {
  const isOfHandOver = claim.handOverId !== null
  if (REASONS_WITHOUT_HAND_OVER.includes(claim.reason) === isOfHandOver) return refuse('claim_reason_wrong')
  if (claim.lines.length === 0) return refuse('claim_names_nothing')
  let worthKobo = 0n
  for (const { lineId, quantity } of claim.lines) {
    const line = lines.find((one) => one.lineId === lineId && one.handOverId === claim.handOverId)
    if (!line) return refuse('claim_names_nothing')
    if (now > line.closesAt) return refuse('claim_too_late')
    if (now < line.opensAt) return refuse('claim_too_early')
    if (quantity > line.quantity) return refuse('claim_beyond_units')
    worthKobo += line.unitKobo * BigInt(quantity)
  }
  const askedKobo = claim.askedKobo ?? worthKobo
  return askedKobo > worthKobo ? refuse('claim_beyond_worth') : askedKobo
}

interface Decided {
  outcome: Outcome
  /** Goods that come back; 0 unless it is a refund. */
  kobo: bigint
}

/** A refund of all or part of what was asked; nothing moves with the other outcomes. */
export function checkOutcome({ outcome, kobo }: Decided, askedKobo: bigint): Refusal | null {
  if (outcome !== 'refund') return kobo === 0n ? null : refuse('outcome_moves_nothing')
  return kobo > 0n && kobo <= askedKobo ? null : refuse('outcome_beyond_asked')
}

/** What shows on a picture is shown; the rest may be. */
export const NEEDS_EVIDENCE: readonly ClaimReason[] = ['short_weight', 'spoiled', 'wrong_item']
export const MOST_EVIDENCE = 4
