import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '../command.ts'
import { recordAct } from '../record-act.ts'
import { checkClaimOutcome, checkMayJudge, DECISION_FIELDS, validateDecision } from './claim-decisions.ts'
import { notifyOfClaim } from './notify-of-claim.ts'
import { lockClaim } from './read-claim.ts'
import { recordClaimEvent } from './record-claim-event.ts'

/** A coordinator decides a dispute, after the manager's proposal or after its deadline. */
export const decideClaim: Command<'decide-claim'> = {
  name: 'decide-claim',
  who: 'signed-in',
  limit: { tries: 60, ...PER_MINUTE },
  fields: DECISION_FIELDS,
  check: validateDecision,
  async run({ input, caller, tx, context }) {
    const claim = await lockClaim(tx, { claimId: input.claim_id, personId: caller.userId })
    const denied = checkMayJudge(claim, { may: 'may_decide', role: 'coordinator' })
    if (denied || !claim) return denied ?? refuse('claim_not_found')
    if (claim.status !== 'proposed' && claim.status !== 'disputed') return refuse('claim_moved_on')
    if (claim.status === 'disputed' && claim.now <= claim.propose_by) return refuse('proposal_first')
    if (claim.lot_status === 'open') return refuse('decided_with_lot')
    const refusal = checkClaimOutcome(claim, input)
    if (refusal) return refusal
    const status = input.outcome === 'rejected' ? 'rejected' : 'upheld'
    await tx.query(
      `update public.claims set status = $2, outcome = $3, outcome_kobo = $4, payer = $5, decided_by = $6, decided_at = clock_timestamp(),
         appeal_by = public.business_deadline(clock_timestamp(), public.whole_setting('claim_appeal_days')) where id = $1`,
      [claim.id, status, input.outcome, input.goods_kobo, input.payer, caller.userId],
    )
    const event = { claimId: claim.id, part: 'coordinator', authorId: caller.userId, text: input.reason } as const
    await recordClaimEvent(tx, { ...event, kind: 'decided' })
    await recordAct(tx, {
      actorId: caller.userId,
      action: 'claim.decide',
      subject: { type: 'claim', id: claim.id },
      after: { claim_no: claim.claim_no, outcome: input.outcome, goods_kobo: input.goods_kobo, payer: input.payer },
    })
    await notifyOfClaim(tx, { claim, event: 'decided', siteUrl: context.siteUrl })
    return { claim_id: claim.id, status }
  },
}
