import { refuse } from '#domain/refusal.ts'
import type { Command } from '#server/command.ts'
import { claimDecision } from './claim-decisions.ts'

/** The manager of the region proposes a decision of a dispute. It does not bind the coordinator. */
export const proposeDecision: Command<'propose-decision'> = {
  name: 'propose-decision',
  ...claimDecision({
    role: 'manager',
    may: 'may_propose',
    refuseState({ status, lot_status }) {
      if (status !== 'disputed') return refuse('claim_status_changed')
      return lot_status === 'open' ? refuse('decided_with_lot') : null
    },
    status: { rejected: 'proposed', granted: 'proposed' },
    update: `update public.claims set status = $2, proposed_outcome = $3, proposed_kobo = $4, proposed_payer = $5, proposed_by = $6 where id = $1`,
    event: 'proposed',
    act: 'claim.propose',
  }),
}
