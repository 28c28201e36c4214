import type { CommandInput } from '#api/commands.ts'
import { CLAIM_PAYERS, checkOutcome, OUTCOMES } from '#domain/claims/claiming.ts'
import { leastKobo } from '#domain/money.ts'
import { type Refusal, refuse } from '#domain/refusal.ts'
import { type Checked, checkFields, oneOf, text, uuid, wholeNumber } from '#domain/validation.ts'
import type { Claim } from './read-claim.ts'

type Judgement = CommandInput<'decide-claim'>
export const JUDGING_FIELDS = ['claim_id', 'outcome', 'goods_kobo', 'payer', 'reason'] as const

/** What is proposed or decided. `goods_kobo` is 0 unless goods are refunded. */
export function checkJudgement(raw: Readonly<Record<string, unknown>>): Checked<Judgement> {
  return checkFields<Judgement>(raw, {
    claim_id: uuid('Claim'),
    outcome: oneOf({ label: 'outcome', among: OUTCOMES }),
    goods_kobo: wholeNumber({ label: 'Value of the goods to refund', least: 0, most: 99_999_999_999_999 }),
    payer: oneOf({ label: 'payer', among: CLAIM_PAYERS }),
    reason: text({ label: 'Reason', least: 10, most: 2000, lines: true }),
  })
}

/** Whether this person has a say at this step; a stranger is told that there is no such claim. */
export function mayJudge(
  claim: Claim | null,
  { may, role }: { may: 'may_propose' | 'may_decide' | 'may_hear'; role: string },
): Refusal | null {
  if (!claim) return refuse('claim_not_found')
  if (claim[may]) return null
  if (claim.role !== role) return refuse(claim.side === null ? 'claim_not_found' : 'own_case')
  if (claim.has_part) return refuse('own_case')
  return role === 'chief' ? refuse('own_decision') : refuse('claim_not_found')
}

export const checkAgainst = (claim: Claim, { outcome, goods_kobo }: Judgement): Refusal | null =>
  checkOutcome({ outcome, kobo: BigInt(goods_kobo) }, leastKobo(claim.asked_kobo, claim.worth_kobo))
