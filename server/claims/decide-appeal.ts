import { refuse } from '#domain/refusal.ts'
import type { Command } from '#server/command.ts'
import { claimDecision } from './claim-decisions.ts'

/** Final decision of an appealed claim, by an administrator who is not a party to it. */
export const decideAppeal: Command<'decide-appeal'> = {
  name: 'decide-appeal',
  ...claimDecision({
    role: 'chief',
    may: 'may_hear',
    refuseState({ status, is_decided_with_lot }) {
      if (status !== 'appealed') return refuse('claim_status_changed')
      return is_decided_with_lot ? refuse('decided_with_lot') : null
    },
    status: { rejected: 'rejected_final', granted: 'upheld_final' },
    update: `update public.claims set status = $2, outcome = $3, outcome_kobo = $4, payer = $5, appeal_decided_by = $6, decided_at = clock_timestamp(),
       appeal_by = null where id = $1`,
    event: 'appeal_decided',
    act: 'claim.decide-appeal',
  }),
}
