import { refuse } from '#domain/refusal.ts'
import { checkFields, text, uuid } from '#domain/validation.ts'
import { type Command, PER_MINUTE } from '../command.ts'
import { moveClaims } from './judging-lots.ts'
import { lockLot } from './read-lot.ts'
import { tellOfLot } from './tell-of-lot.ts'

/** The shop, or a buyer whose claim was decided with it, has a lot looked at again by a chief: once, for all. */
export const appealLot: Command<'appeal-lot'> = {
  name: 'appeal-lot',
  who: 'signed-in',
  personal: true,
  limit: { tries: 30, ...PER_MINUTE },
  fields: ['lot_id', 'text'],
  check: (raw) =>
    checkFields(raw, {
      lot_id: uuid('Lot'),
      text: text({ label: 'What should be looked at again', least: 10, most: 2000, lines: true }),
    }),
  async run({ input, caller, tx, shop }) {
    const lot = await lockLot(tx, { lotId: input.lot_id, personId: caller.userId })
    if (!lot?.side) return refuse('lot_not_found')
    if (lot.status !== 'decided') return refuse('lot_moved_on')
    if (!lot.appeal_by || lot.now > lot.appeal_by) return refuse('appeal_too_late')
    await tx.query('select public.caused_by($1)', [lot.side])
    await tx.query(`update public.lot_incidents set status = 'appealed', appealed_by = $2 where id = $1`, [
      lot.id,
      lot.side,
    ])
    await moveClaims(tx, {
      lotId: lot.id,
      which: DECIDED_WITH_IT,
      event: 'appealed',
      set: `status = 'appealed', appealed_by = l.appealed_by`,
      part: lot.side,
      by: caller.userId,
      text: input.text,
      siteUrl: shop.siteUrl,
    })
    await tellOfLot(tx, { lotId: lot.id, event: 'appealed', siteUrl: shop.siteUrl })
    return { lot_id: lot.id, status: 'appealed' }
  },
}

const DECIDED_WITH_IT = `c.status in ('upheld', 'rejected') and c.ended_at is null
  and c.decided_by = (select l.decided_by from public.lot_incidents l where l.id = c.lot_id)`
