import { refuse } from '#domain/refusal.ts'
import type { Command } from '#server/command.ts'
import { lotDecision, SHARE_OF_CLAIM } from './lot-decisions.ts'

/** A coordinator decides all open claims of a lot, once the vendor has answered them or the time to answer is over. */
export const decideLot: Command<'decide-lot'> = {
  name: 'decide-lot',
  ...lotDecision({
    role: 'coordinator',
    may: 'may_decide',
    refuseState({ status, unanswered, now, respond_by }) {
      if (status !== 'open') return refuse('lot_status_changed')
      return unanswered > 0 && now <= respond_by ? refuse('vendor_response_pending') : null
    },
    status: 'decided',
    update: `update public.lot_incidents set status = $2, outcome = $3, share_percent = $4, payer = $5, decided_by = $6, decided_at = clock_timestamp(),
       appeal_by = public.business_deadline(clock_timestamp(), public.whole_setting('claim_appeal_days')) where id = $1`,
    claims: {
      condition: `c.status in ('open', 'answered', 'offered', 'disputed', 'proposed')`,
      assignments: `status = case l.outcome when 'rejected' then 'rejected' else 'upheld' end, ${SHARE_OF_CLAIM}, decided_by = l.decided_by,
        decided_at = clock_timestamp(), appeal_by = l.appeal_by`,
      event: 'decided',
    },
    act: 'lot.decide',
  }),
}
