import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '../command.ts'
import { recordAct } from '../record-act.ts'
import {
  checkLotShare,
  checkMayJudgeLot,
  LOT_DECISION_FIELDS,
  SHARE_OF_CLAIM,
  updateLotClaims,
  validateLotDecision,
} from './lot-decisions.ts'
import { notifyOfLot } from './notify-of-lot.ts'
import { lockLot } from './read-lot.ts'

/** A coordinator decides all open claims of a lot, once the vendor has answered them or the time to answer is over. */
export const decideLot: Command<'decide-lot'> = {
  name: 'decide-lot',
  who: 'signed-in',
  limit: { tries: 60, ...PER_MINUTE },
  fields: LOT_DECISION_FIELDS,
  check: validateLotDecision,
  async run({ input, caller, tx, context }) {
    await tx.query(`select public.caused_by('coordinator')`)
    const lot = await lockLot(tx, { lotId: input.lot_id, personId: caller.userId })
    const denied = checkMayJudgeLot(lot, { may: 'may_decide', role: 'coordinator' })
    if (denied || !lot) return denied ?? refuse('lot_not_found')
    if (lot.status !== 'open') return refuse('lot_moved_on')
    if (lot.unanswered > 0 && lot.now <= lot.heard_by) return refuse('lot_not_heard')
    const refusal = checkLotShare(input)
    if (refusal) return refusal
    const { outcome, share_percent, payer, reason } = input
    await tx.query(
      `update public.lot_incidents set status = 'decided', outcome = $2, share_percent = $3, payer = $4, decided_by = $5, decided_at = clock_timestamp(),
         appeal_by = public.business_deadline(clock_timestamp(), public.whole_setting('claim_appeal_days')) where id = $1`,
      [lot.id, outcome, share_percent, payer, caller.userId],
    )
    await updateLotClaims(tx, {
      lotId: lot.id,
      condition: `c.status in ('open', 'answered', 'disputed', 'proposed')`,
      event: 'decided',
      assignments: `status = case l.outcome when 'rejected' then 'rejected' else 'upheld' end, ${SHARE_OF_CLAIM}, decided_by = l.decided_by,
        decided_at = clock_timestamp(), appeal_by = l.appeal_by`,
      part: 'coordinator',
      by: caller.userId,
      text: reason,
      siteUrl: context.siteUrl,
    })
    await recordAct(tx, {
      actorId: caller.userId,
      action: 'lot.decide',
      subject: { type: 'lot', id: lot.id },
      after: { lot_no: lot.lot_no, outcome, share_percent, payer },
    })
    await notifyOfLot(tx, { lotId: lot.id, event: 'decided', siteUrl: context.siteUrl })
    return { lot_id: lot.id, status: 'decided' }
  },
}
