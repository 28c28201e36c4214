import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '../command.ts'
import { recordAct } from '../record-act.ts'
import { checkClaimOutcome, checkMayJudge, DECISION_FIELDS, validateDecision } from './claim-decisions.ts'
import { notifyOfClaim } from './notify-of-claim.ts'
import { lockClaim } from './read-claim.ts'
import { recordClaimEvent } from './record-claim-event.ts'

/** The manager of the region proposes a decision of a dispute. It does not bind the coordinator. */
export const proposeDecision: Command<'propose-decision'> = {
  name: 'propose-decision',
  who: 'signed-in',
  limit: { tries: 60, ...PER_MINUTE },
  fields: DECISION_FIELDS,
  check: validateDecision,
  async run({ input, caller, tx, context }) {
    const claim = await lockClaim(tx, { claimId: input.claim_id, personId: caller.userId })
    const denied = checkMayJudge(claim, { may: 'may_propose', role: 'manager' })
    if (denied || !claim) return denied ?? refuse('claim_not_found')
    if (claim.status !== 'disputed') return refuse('claim_moved_on')
    if (claim.lot_status === 'open') return refuse('decided_with_lot')
    const refusal = checkClaimOutcome(claim, input)
    if (refusal) return refusal
    await tx.query(
      `update public.claims set status = 'proposed', proposed_outcome = $2, proposed_kobo = $3, proposed_payer = $4, proposed_by = $5 where id = $1`,
      [claim.id, input.outcome, input.goods_kobo, input.payer, caller.userId],
    )
    const event = { claimId: claim.id, part: 'manager', authorId: caller.userId, text: input.reason } as const
    await recordClaimEvent(tx, { ...event, kind: 'proposed' })
    await recordAct(tx, {
      actorId: caller.userId,
      action: 'claim.propose',
      subject: { type: 'claim', id: claim.id },
      after: { claim_no: claim.claim_no, outcome: input.outcome, goods_kobo: input.goods_kobo, payer: input.payer },
    })
    await notifyOfClaim(tx, { claim, event: 'proposed', siteUrl: context.siteUrl })
    return { claim_id: claim.id, status: 'proposed' }
  },
}
