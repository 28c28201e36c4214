import { refuse } from '#domain/refusal.ts'
import type { Command } from '#server/command.ts'
import { lotDecision, SHARE_OF_CLAIM } from './lot-decisions.ts'
import { DECIDED_WITH_LOT } from './update-lot-claims.ts'

/** Final decision of an appealed lot, by an administrator who is not a party to it. */
export const decideLotAppeal: Command<'decide-lot-appeal'> = {
  name: 'decide-lot-appeal',
  ...lotDecision({
    role: 'chief',
    may: 'may_hear',
    refuseState: ({ status }) => (status === 'appealed' ? null : refuse('lot_status_changed')),
    status: 'final',
    update: `update public.lot_incidents set status = $2, outcome = $3, share_percent = $4, payer = $5, appeal_decided_by = $6, appeal_by = null where id = $1`,
    claims: {
      condition: `c.status = 'appealed' and ${DECIDED_WITH_LOT}`,
      assignments: `status = case l.outcome when 'rejected' then 'rejected_final' else 'upheld_final' end, ${SHARE_OF_CLAIM},
        appeal_decided_by = l.appeal_decided_by, decided_at = clock_timestamp(), appeal_by = null`,
      event: 'appeal_decided',
    },
    act: 'lot.decide-appeal',
  }),
}
