import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '../command.ts'
import { recordAct } from '../record-act.ts'
import { checkAgainst, checkJudgement, JUDGING_FIELDS, mayJudge } from './judging.ts'
import { lockClaim } from './read-claim.ts'
import { tellOfClaim } from './tell-of-claim.ts'
import { writeEvent } from './write-event.ts'

/** A coordinator decides a dispute: on the manager's proposal, or without one once the manager's day has passed. */
export const decideClaim: Command<'decide-claim'> = {
  name: 'decide-claim',
  who: 'signed-in',
  limit: { tries: 60, ...PER_MINUTE },
  fields: JUDGING_FIELDS,
  check: checkJudgement,
  async run({ input, caller, tx, shop }) {
    const claim = await lockClaim(tx, { claimId: input.claim_id, personId: caller.userId })
    const denied = mayJudge(claim, { may: 'may_decide', role: 'coordinator' })
    if (denied || !claim) return denied ?? refuse('claim_not_found')
    if (claim.status !== 'proposed' && claim.status !== 'disputed') return refuse('claim_moved_on')
    if (claim.status === 'disputed' && claim.now <= claim.propose_by) return refuse('proposal_first')
    if (claim.lot_status === 'open') return refuse('decided_with_lot')
    const refused = checkAgainst(claim, input)
    if (refused) return refused
    const status = input.outcome === 'rejected' ? 'rejected' : 'upheld'
    await tx.query(
      `update public.claims set status = $2, outcome = $3, outcome_kobo = $4, payer = $5, decided_by = $6, decided_at = clock_timestamp(),
         appeal_by = public.business_deadline(clock_timestamp(), public.whole_setting('claim_appeal_days')) where id = $1`,
      [claim.id, status, input.outcome, input.goods_kobo, input.payer, caller.userId],
    )
    const said = { claimId: claim.id, part: 'coordinator', authorId: caller.userId, text: input.reason } as const
    await writeEvent(tx, { ...said, kind: 'decided' })
    await recordAct(tx, {
      actorId: caller.userId,
      action: 'claim.decide',
      subject: { type: 'claim', id: claim.id },
      after: { claim_no: claim.claim_no, outcome: input.outcome, goods_kobo: input.goods_kobo, payer: input.payer },
    })
    await tellOfClaim(tx, { claim, event: 'decided', siteUrl: shop.siteUrl })
    return { claim_id: claim.id, status }
  },
}
