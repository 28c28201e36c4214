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

/** Final decision of an appealed lot, by an administrator who is not a party to it. */
export const decideLotAppeal: Command<'decide-lot-appeal'> = {
  name: 'decide-lot-appeal',
  who: 'signed-in',
  limit: { tries: 60, ...PER_MINUTE },
  fields: LOT_DECISION_FIELDS,
  check: validateLotDecision,
  async run({ input, caller, tx, context }) {
    await tx.query(`select public.caused_by('chief')`)
    const lot = await lockLot(tx, { lotId: input.lot_id, personId: caller.userId })
    const denied = checkMayJudgeLot(lot, { may: 'may_hear', role: 'chief' })
    if (denied || !lot) return denied ?? refuse('lot_not_found')
    if (lot.status !== 'appealed') return refuse('lot_moved_on')
    const refusal = checkLotShare(input)
    if (refusal) return refusal
    const { outcome, share_percent, payer, reason } = input
    await tx.query(
      `update public.lot_incidents set status = 'final', outcome = $2, share_percent = $3, payer = $4, appeal_decided_by = $5, appeal_by = null where id = $1`,
      [lot.id, outcome, share_percent, payer, caller.userId],
    )
    await updateLotClaims(tx, {
      lotId: lot.id,
      condition: WITH_IT,
      event: 'appeal_decided',
      assignments: `status = case l.outcome when 'rejected' then 'rejected_final' else 'upheld_final' end, ${SHARE_OF_CLAIM},
        appeal_decided_by = l.appeal_decided_by, decided_at = clock_timestamp(), appeal_by = null`,
      part: 'chief',
      by: caller.userId,
      text: reason,
      siteUrl: context.siteUrl,
    })
    await recordAct(tx, {
      actorId: caller.userId,
      action: 'lot.hear',
      subject: { type: 'lot', id: lot.id },
      after: { lot_no: lot.lot_no, outcome, share_percent, payer },
    })
    await notifyOfLot(tx, { lotId: lot.id, event: 'final', siteUrl: context.siteUrl })
    return { lot_id: lot.id, status: 'final' }
  },
}

const WITH_IT = `c.status = 'appealed' and c.decided_by = (select l.decided_by from public.lot_incidents l where l.id = c.lot_id)`
