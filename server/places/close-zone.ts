import { checkFields, text, uuid } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { recordAct } from '#server/record-act.ts'
import { mayManagePlaces } from './may-manage-places.ts'

/** Closes a delivery zone for new choices. Existing orders keep their zone and its fee. */
export const closeZone: Command<'close-zone'> = {
  name: 'close-zone',
  who: 'signed-in',
  limit: { tries: 20, ...PER_MINUTE },
  fields: ['delivery_zone_id', 'reason'],
  check: (raw) =>
    checkFields(raw, {
      delivery_zone_id: uuid('Zone'),
      reason: text({ label: 'Reason', min: 5, max: 300 }),
    }),
  async run({ input, caller, tx }) {
    if (!(await mayManagePlaces(tx, caller.userId))) return refuse('not_allowed')
    const { delivery_zone_id: id, reason } = input
    const { rows } = await tx.query<{ name: string; state: string; closed_at: Date | null }>(
      'select name, state, closed_at from public.delivery_zones where id = $1 for no key update',
      [id],
    )
    const [zone] = rows
    if (!zone) return refuse('not_found')
    if (zone.closed_at) return refuse('already_done')
    await tx.query('update public.delivery_zones set closed_at = clock_timestamp(), closed_reason = $2 where id = $1', [
      id,
      reason,
    ])
    await recordAct(tx, {
      actorId: caller.userId,
      action: 'delivery-zone.close',
      subject: { type: 'delivery-zone', id },
      before: { name: zone.name, state: zone.state },
      after: { reason },
    })
    return { delivery_zone_id: id }
  },
}
