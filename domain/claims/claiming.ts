// What may be claimed, and for how much. Until when is `public.claimable_lines`'s to say (clocks.ts has the lengths); `now` is the database's clock.
import { formatMoment } from '../date-text.ts'
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
  /** Of all these units, after what was paid back. */
  worthKobo: bigint
  opensAt: Date
  closesAt: Date
  /** The hub that has counted them in: they have come. */
  waitsAt: string | null
  waitsUntil: Date | null
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
    if (line.waitsAt !== null)
      return refuse('goods_at_hub', { message: waitingText(line.waitsAt, line.waitsUntil, now) })
    if (now > line.closesAt) return refuse('claim_too_late')
    if (now < line.opensAt) return refuse('claim_too_early')
    if (quantity > line.quantity) return refuse('claim_beyond_units')
    worthKobo += worthOf(line, quantity)
  }
  const askedKobo = claim.askedKobo ?? worthKobo
  return askedKobo > worthKobo ? refuse('claim_beyond_worth') : askedKobo
}

/** So many of the units, rounded up for the buyer, as `public.claim_worth_kobo` has it. */
const worthOf = ({ worthKobo, quantity: all }: ClaimableLine, quantity: number): bigint =>
  (worthKobo * BigInt(quantity) + BigInt(all) - 1n) / BigInt(all)

/** "These goods are at Ikeja hub. Collect them by Sat 14 Mar, 5 pm." */
export function waitingText(place: string, until: Date | null, now: Date): string {
  const where = `These goods are at ${place}, so they have come.`
  if (until === null) return `${where} You can collect them as soon as your order is ready.`
  return until >= now
    ? `${where} Collect them there by ${formatMoment(until)}.`
    : `${where} The time to collect them ended ${formatMoment(until)}: please go there or write to the vendor.`
}

interface Decided {
  outcome: Outcome
  /** Goods that come back; 0 unless it is a refund. */
  kobo: bigint
}

/** A refund of all or part of what was asked and is still there to come back; nothing moves with the other outcomes. */
export function checkOutcome({ outcome, kobo }: Decided, mostKobo: bigint): Refusal | null {
  if (outcome !== 'refund') return kobo === 0n ? null : refuse('outcome_moves_nothing')
  return kobo > 0n && kobo <= mostKobo ? null : refuse('outcome_beyond_asked')
}

/** A share of what each claim of a lot asks. */
export function checkShare({ outcome, sharePercent }: { outcome: Outcome; sharePercent: number }): Refusal | null {
  return (outcome === 'refund') === sharePercent > 0 ? null : refuse('share_wrong')
}

/** What shows on a picture is shown; the rest may be. */
export const NEEDS_EVIDENCE: readonly ClaimReason[] = ['short_weight', 'spoiled', 'wrong_item']
export const MOST_EVIDENCE = 4
