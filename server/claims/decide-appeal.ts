import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '../command.ts'
import { recordAct } from '../record-act.ts'
import { checkClaimOutcome, checkMayJudge, DECISION_FIELDS, validateDecision } from './claim-decisions.ts'
import { notifyOfClaim } from './notify-of-claim.ts'
import { lockClaim } from './read-claim.ts'
import { recordClaimEvent } from './record-claim-event.ts'

/** Final decision of an appealed claim, by an administrator who is not a party to it. */
export const decideAppeal: Command<'decide-appeal'> = {
  name: 'decide-appeal',
  who: 'signed-in',
  limit: { tries: 60, ...PER_MINUTE },
  fields: DECISION_FIELDS,
  check: validateDecision,
  async run({ input, caller, tx, context }) {
    const claim = await lockClaim(tx, { claimId: input.claim_id, personId: caller.userId })
    const denied = checkMayJudge(claim, { may: 'may_hear', role: 'chief' })
    if (denied || !claim) return denied ?? refuse('claim_not_found')
    if (claim.status !== 'appealed') return refuse('claim_moved_on')
    if (claim.is_decided_with_lot) return refuse('decided_with_lot')
    const refusal = checkClaimOutcome(claim, input)
    if (refusal) return refusal
    const status = input.outcome === 'rejected' ? 'rejected_final' : 'upheld_final'
    await tx.query(
      `update public.claims set status = $2, outcome = $3, outcome_kobo = $4, payer = $5, appeal_decided_by = $6, decided_at = clock_timestamp(), appeal_by = null
       where id = $1`,
      [claim.id, status, input.outcome, input.goods_kobo, input.payer, caller.userId],
    )
    const event = { claimId: claim.id, part: 'chief', authorId: caller.userId, text: input.reason } as const
    await recordClaimEvent(tx, { ...event, kind: 'appeal_decided' })
    await recordAct(tx, {
      actorId: caller.userId,
      action: 'claim.hear',
      subject: { type: 'claim', id: claim.id },
      after: { claim_no: claim.claim_no, outcome: input.outcome, goods_kobo: input.goods_kobo, payer: input.payer },
    })
    await notifyOfClaim(tx, { claim, event: 'appeal_decided', siteUrl: context.siteUrl })
    return { claim_id: claim.id, status }
  },
}
