// Rules for claims: what may be claimed, and for how much. `public.claimable_lines` sets the deadlines (durations:
// clocks.ts); `now` is the database's clock.

import { isDivisible } from '#domain/products/units.ts'
import type { Refusal } from '#domain/refusal.ts'
import { refuseFrom } from '#domain/refusals/refuse-from.ts'
import { type TranslatableText, withValues } from '#domain/texts/translatable-text.ts'
import { formatMoment } from '#domain/time/date-text.ts'
import { claimRefusals } from './refusals.ts'

const refuse = refuseFrom(claimRefusals)

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

/**
 * Reasons for goods that were never handed over; all others refer to a hand-over. `not_by_me`: they were handed over to
 * another person.
 */
export const REASONS_WITHOUT_HAND_OVER: readonly ClaimReason[] = ['not_received', 'no_show']

/** Outcomes that the buyer may ask for, and possible outcomes of the claim. */
export const PREFERRED_OUTCOMES = ['refund', 'replacement'] as const
export type PreferredOutcome = (typeof PREFERRED_OUTCOMES)[number]
export const CLAIM_OUTCOMES = ['refund', 'replacement', 'rejected'] as const
export type ClaimOutcome = (typeof CLAIM_OUTCOMES)[number]

/** The party that bears the cost: in the ledger, hub, rider and platform are all the market. */
export const CLAIM_PAYERS = ['vendor', 'hub', 'rider', 'platform'] as const
export type ClaimPayer = (typeof CLAIM_PAYERS)[number]

/** Units that may be claimed: a row of `public.claimable_lines`. */
export interface ClaimableLine {
  lineId: string
  /** Null if the units were never handed over. */
  handOverId: string | null
  unit: string
  quantity: number
  /** Value of all these units less refunds. */
  worthKobo: bigint
  opensAt: Date
  closesAt: Date
  /** Name of the hub that has received the units; null if none has. */
  waitsAt: string | null
  waitsUntil: Date | null
}

interface ClaimRequest {
  reason: ClaimReason
  handOverId: string | null
  lines: readonly { lineId: string; quantity: number }[]
  /** Null: the full price of these units. */
  requestedKobo: bigint | null
}

/** For a quantity that is no number, or finer than tenths. */
export const QUANTITY_FAULT = /*i18n*/ 'Give a number of units above zero, such as 2 or 0.5.'

/** Amount of goods claimed, in kobo, or the refusal. */
export function decideClaim(claim: ClaimRequest, lines: readonly ClaimableLine[], now: Date): bigint | Refusal {
  const isOfHandOver = claim.handOverId !== null
  if (REASONS_WITHOUT_HAND_OVER.includes(claim.reason) === isOfHandOver) return refuse('claim_reason_wrong')
  if (claim.lines.length === 0) return refuse('claim_empty')
  let worthKobo = 0n
  for (const { lineId, quantity } of claim.lines) {
    const line = lines.find((one) => one.lineId === lineId && one.handOverId === claim.handOverId)
    if (!line) return refuse('claim_empty')
    if (line.waitsAt !== null)
      return refuse('goods_at_hub', { message: waitingText(line.waitsAt, line.waitsUntil, now) })
    if (now > line.closesAt) return refuse('claim_too_late')
    if (now < line.opensAt) return refuse('claim_too_early')
    if (!Number.isInteger(quantity) && !isDivisible(line.unit)) return refuse('claim_part_of_unit')
    if (quantity > line.quantity) return refuse('claim_exceeds_units')
    worthKobo += claimedValueKobo(line, quantity)
  }
  const requestedKobo = claim.requestedKobo ?? worthKobo
  return requestedKobo > worthKobo ? refuse('claim_exceeds_value') : requestedKobo
}

/** Pro-rata value of a number of units, in tenths, rounded up in the buyer's favour; same rule as `public.claim_worth_kobo`. */
export function claimedValueKobo(
  { worthKobo, quantity: all }: Pick<ClaimableLine, 'worthKobo' | 'quantity'>,
  quantity: number,
): bigint {
  const allTenths = BigInt(all) * 10n
  return (worthKobo * BigInt(Math.round(quantity * 10)) + allTenths - 1n) / allTenths
}

/** "These goods are at Ikeja hub. Collect them by Sat 14 Mar, 5 pm." */
export function waitingText(place: string, until: Date | null, now: Date): TranslatableText {
  const where = withValues(/*i18n*/ 'These goods are at {place}, so they have come.', { place })
  if (until === null) return [where, /*i18n*/ 'You can collect them as soon as your order is ready.']
  const moment = formatMoment(until)
  return until >= now
    ? [where, withValues(/*i18n*/ 'Collect them there by {moment}.', { moment })]
    : [
        where,
        withValues(/*i18n*/ 'The time to collect them ended {moment}: please go there or write to the vendor.', {
          moment,
        }),
      ]
}

interface ClaimDecision {
  outcome: ClaimOutcome
  /** Amount of goods to refund; 0 for other outcomes. */
  kobo: bigint
}

/**
 * A refund is above 0 and at most `maxKobo`, the claimed amount that is still refundable; other outcomes have the
 * amount 0.
 */
export function checkOutcome({ outcome, kobo }: ClaimDecision, maxKobo: bigint): Refusal | null {
  if (outcome !== 'refund') return kobo === 0n ? null : refuse('outcome_moves_nothing')
  return kobo > 0n && kobo <= maxKobo ? null : refuse('outcome_exceeds_request')
}

/** `sharePercent`: percentage of the amount of each claim in the lot. */
export function checkShare({ outcome, sharePercent }: { outcome: ClaimOutcome; sharePercent: number }): Refusal | null {
  return (outcome === 'refund') === sharePercent > 0 ? null : refuse('share_wrong')
}

/** Reasons that need a photograph or film as evidence; it is optional for the others. */
export const REASONS_NEEDING_EVIDENCE: readonly ClaimReason[] = ['short_weight', 'spoiled', 'wrong_item']
export const MAX_EVIDENCE = 4
