import { refuse } from '#domain/refusal.ts'
import type { Command } from '#server/command.ts'
import { claimDecision } from './claim-decisions.ts'

/** A coordinator decides a dispute, after the manager's proposal or after its deadline. */
export const decideClaim: Command<'decide-claim'> = {
  name: 'decide-claim',
  ...claimDecision({
    role: 'coordinator',
    may: 'may_decide',
    refuseState({ status, now, propose_by, lot_status }) {
      if (status !== 'proposed' && status !== 'disputed') return refuse('claim_status_changed')
      if (status === 'disputed' && now <= propose_by) return refuse('proposal_first')
      return lot_status === 'open' ? refuse('decided_with_lot') : null
    },
    status: { rejected: 'rejected', granted: 'upheld' },
    update: `update public.claims set status = $2, outcome = $3, outcome_kobo = $4, payer = $5, decided_by = $6, decided_at = clock_timestamp(),
       appeal_by = public.business_deadline(clock_timestamp(), public.whole_setting('claim_appeal_days')) where id = $1`,
    event: 'decided',
    act: 'claim.decide',
  }),
}
