import { checkFields, uuid } from '#domain/forms/validation.ts'
import { OPEN_PAYOUT_STATES } from '#domain/payouts/states.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { recordAct } from '#server/record-act.ts'
import { isChief } from './is-chief.ts'

/** Schedules an immediate check of a payout at the gateway; a job does it, with the payout's reference. */
export const checkPayout: Command<'check-payout'> = {
  name: 'check-payout',
  who: 'signed-in',
  limit: { tries: 30, ...PER_MINUTE },
  fields: ['payout_id'],
  check: (raw) => checkFields(raw, { payout_id: uuid('Payout') }),
  async run({ input: { payout_id: id }, caller, tx }) {
    if (!(await isChief(tx, caller))) return refuse('not_found')
    const { rows } = await tx.query<{ status: string }>('select status from public.payouts where id = $1 for update', [
      id,
    ])
    const status = rows[0]?.status
    if (status === undefined) return refuse('not_found')
    const isOpen = OPEN_PAYOUT_STATES.some((open) => open === status)
    if (!isOpen && status !== 'arrived') return refuse('move_not_allowed')
    await tx.query(
      `update public.payouts set next_try_at = clock_timestamp(), status = case status when 'needs_attention' then 'sent' else status end where id = $1`,
      [id],
    )
    await recordAct(tx, { actorId: caller.userId, action: 'payout.check', subject: { type: 'payout', id } })
    return { payout_id: id }
  },
}
