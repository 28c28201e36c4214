import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '../command.ts'
import { recordAct } from '../record-act.ts'
import { checkAgainst, checkJudgement, JUDGING_FIELDS, mayJudge } from './judging.ts'
import { lockClaim } from './read-claim.ts'
import { tellOfClaim } from './tell-of-claim.ts'
import { writeEvent } from './write-event.ts'

/** The manager of the region says how a dispute should end. The coordinator is free to decide otherwise. */
export const proposeDecision: Command<'propose-decision'> = {
  name: 'propose-decision',
  who: 'signed-in',
  limit: { tries: 60, ...PER_MINUTE },
  fields: JUDGING_FIELDS,
  check: checkJudgement,
  async run({ input, caller, tx, shop }) {
    const claim = await lockClaim(tx, { claimId: input.claim_id, personId: caller.userId })
    const denied = mayJudge(claim, { may: 'may_propose', role: 'manager' })
    if (denied || !claim) return denied ?? refuse('claim_not_found')
    if (claim.status !== 'disputed') return refuse('claim_moved_on')
    if (claim.lot_status === 'open') return refuse('decided_with_lot')
    const refused = checkAgainst(claim, input)
    if (refused) return refused
    await tx.query(
      `update public.claims set status = 'proposed', proposed_outcome = $2, proposed_kobo = $3, proposed_payer = $4, proposed_by = $5 where id = $1`,
      [claim.id, input.outcome, input.goods_kobo, input.payer, caller.userId],
    )
    const said = { claimId: claim.id, part: 'manager', authorId: caller.userId, text: input.reason } as const
    await writeEvent(tx, { ...said, kind: 'proposed' })
    await recordAct(tx, {
      actorId: caller.userId,
      action: 'claim.propose',
      subject: { type: 'claim', id: claim.id },
      after: { claim_no: claim.claim_no, outcome: input.outcome, goods_kobo: input.goods_kobo, payer: input.payer },
    })
    await tellOfClaim(tx, { claim, event: 'proposed', siteUrl: shop.siteUrl })
    return { claim_id: claim.id, status: 'proposed' }
  },
}
