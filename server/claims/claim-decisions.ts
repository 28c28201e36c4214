import type { RecordedAction } from '#domain/all-acts.ts'
import { CLAIM_OUTCOMES, CLAIM_PAYERS, checkOutcome } from '#domain/claims/claiming.ts'
import type { ClaimState } from '#domain/claims/states.ts'
import { checkFields, oneOf, text, uuid, wholeNumber } from '#domain/forms/validation.ts'
import { minKobo } from '#domain/money.ts'
import { type Refusal, refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { recordAct } from '#server/record-act.ts'
import { type Claim, lockClaim } from './read-claim.ts'
import { recordClaimEvent } from './record-claim-event.ts'

/** A step of a dispute at which staff propose or decide its outcome. */
interface ClaimStep {
  role: 'manager' | 'coordinator' | 'chief'
  may: 'may_propose' | 'may_decide' | 'may_hear'
  /** The refusal of a claim that is not at this step. */
  refuseState: (claim: Claim) => Refusal | null
  /** The status of a rejected claim, and of any other. */
  status: { rejected: ClaimState; granted: ClaimState }
  /** The statement that writes status ($2), outcome ($3), amount ($4), payer ($5) and person ($6) to the claim ($1). */
  update: string
  event: 'proposed' | 'decided' | 'appeal_decided'
  act: RecordedAction
}

type ClaimDecisionCommand = Command<'propose-decision' | 'decide-claim' | 'decide-appeal'>

/** The command of a step, without its name. `goods_kobo` is 0 unless goods are refunded. */
export function claimDecision(step: ClaimStep): Omit<ClaimDecisionCommand, 'name'> {
  return {
    who: 'signed-in',
    limit: { tries: 60, ...PER_MINUTE },
    fields: ['claim_id', 'outcome', 'goods_kobo', 'payer', 'reason'],
    check: (raw) =>
      checkFields(raw, {
        claim_id: uuid('Claim'),
        outcome: oneOf({ label: 'outcome', among: CLAIM_OUTCOMES }),
        goods_kobo: wholeNumber({ label: 'Value of the goods to refund', min: 0, max: 99_999_999_999_999 }),
        payer: oneOf({ label: 'payer', among: CLAIM_PAYERS }),
        reason: text({ label: 'Reason', min: 10, max: 2000, lines: true }),
      }),
    async run({ input, caller, tx, context }) {
      const { outcome, goods_kobo, payer, reason } = input
      const claim = await lockClaim(tx, { claimId: input.claim_id, personId: caller.userId })
      if (!claim) return refuse('claim_not_found')
      const maxKobo = minKobo(claim.requested_kobo, claim.worth_kobo)
      const refusal =
        refuseJudge(claim, step) ??
        step.refuseState(claim) ??
        checkOutcome({ outcome, kobo: BigInt(goods_kobo) }, maxKobo)
      if (refusal) return refusal
      const status = outcome === 'rejected' ? step.status.rejected : step.status.granted
      await tx.query(step.update, [claim.id, status, outcome, goods_kobo, payer, caller.userId])
      await recordClaimEvent(tx, {
        claimId: claim.id,
        kind: step.event,
        part: step.role,
        authorId: caller.userId,
        text: reason,
        siteUrl: context.siteUrl,
      })
      await recordAct(tx, {
        actorId: caller.userId,
        action: step.act,
        subject: { type: 'claim', id: claim.id },
        after: { claim_no: claim.claim_no, outcome, goods_kobo, payer },
      })
      return { claim_id: claim.id, status }
    },
  }
}

/** Refuses a person who may not act at this step; without any right to see the claim they get `claim_not_found`. */
function refuseJudge(claim: Claim, { may, role }: ClaimStep): Refusal | null {
  if (claim[may]) return null
  if (claim.role !== role) return refuse(claim.side === null ? 'claim_not_found' : 'own_case')
  if (claim.has_part) return refuse('own_case')
  return role === 'chief' ? refuse('own_decision') : refuse('claim_not_found')
}
