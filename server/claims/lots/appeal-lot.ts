import { checkFields, text, uuid } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { notifyOfLot } from './notify-of-lot.ts'
import { lockLot } from './read-lot.ts'
import { DECIDED_WITH_LOT, updateLotClaims } from './update-lot-claims.ts'

/**
 * Appeals the decision of a lot to an administrator: once for all its claims, by the shop or by a buyer whose claim was
 * decided with it.
 */
export const appealLot: Command<'appeal-lot'> = {
  name: 'appeal-lot',
  who: 'signed-in',
  personal: true,
  limit: { tries: 30, ...PER_MINUTE },
  fields: ['lot_id', 'text'],
  check: (raw) =>
    checkFields(raw, {
      lot_id: uuid('Lot'),
      text: text({ label: 'What should be looked at again', min: 10, max: 2000, lines: true }),
    }),
  async run({ input, caller, tx, context }) {
    const lot = await lockLot(tx, { lotId: input.lot_id, personId: caller.userId })
    if (!lot?.side) return refuse('lot_not_found')
    if (lot.status !== 'decided') return refuse('lot_status_changed')
    if (!lot.appeal_by || lot.now > lot.appeal_by) return refuse('appeal_too_late')
    await tx.query('select public.caused_by($1)', [lot.side])
    await tx.query(`update public.lot_incidents set status = 'appealed', appealed_by = $2 where id = $1`, [
      lot.id,
      lot.side,
    ])
    await updateLotClaims(tx, {
      lotId: lot.id,
      condition: `c.status in ('upheld', 'rejected') and c.ended_at is null and ${DECIDED_WITH_LOT}`,
      event: 'appealed',
      assignments: `status = 'appealed', appealed_by = l.appealed_by`,
      part: lot.side,
      authorId: caller.userId,
      text: input.text,
      siteUrl: context.siteUrl,
    })
    await notifyOfLot(tx, { lotId: lot.id, event: 'appealed', siteUrl: context.siteUrl })
    return { lot_id: lot.id, status: 'appealed' }
  },
}
