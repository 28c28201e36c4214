import type { CommandInput } from '#api/commands.ts'
import { CLAIM_OUTCOMES, CLAIM_PAYERS, checkOutcome } from '#domain/claims/claiming.ts'
import { minKobo } from '#domain/money.ts'
import { type Refusal, refuse } from '#domain/refusal.ts'
import { type Checked, checkFields, oneOf, text, uuid, wholeNumber } from '#domain/validation.ts'
import type { Claim } from './read-claim.ts'

type ClaimDecision = CommandInput<'decide-claim'>
export const DECISION_FIELDS = ['claim_id', 'outcome', 'goods_kobo', 'payer', 'reason'] as const

/** Validates a proposal or decision. `goods_kobo` is 0 unless goods are refunded. */
export function validateDecision(raw: Readonly<Record<string, unknown>>): Checked<ClaimDecision> {
  return checkFields<ClaimDecision>(raw, {
    claim_id: uuid('Claim'),
    outcome: oneOf({ label: 'outcome', among: CLAIM_OUTCOMES }),
    goods_kobo: wholeNumber({ label: 'Value of the goods to refund', min: 0, max: 99_999_999_999_999 }),
    payer: oneOf({ label: 'payer', among: CLAIM_PAYERS }),
    reason: text({ label: 'Reason', min: 10, max: 2000, lines: true }),
  })
}

/** Refuses a person who may not act at this step; without any right to see the claim they get `claim_not_found`. */
export function checkMayJudge(
  claim: Claim | null,
  { may, role }: { may: 'may_propose' | 'may_decide' | 'may_hear'; role: string },
): Refusal | null {
  if (!claim) return refuse('claim_not_found')
  if (claim[may]) return null
  if (claim.role !== role) return refuse(claim.side === null ? 'claim_not_found' : 'own_case')
  if (claim.has_part) return refuse('own_case')
  return role === 'chief' ? refuse('own_decision') : refuse('claim_not_found')
}

export const checkClaimOutcome = (claim: Claim, { outcome, goods_kobo }: ClaimDecision): Refusal | null =>
  checkOutcome({ outcome, kobo: BigInt(goods_kobo) }, minKobo(claim.asked_kobo, claim.worth_kobo))
