import type pg from 'pg'
import { takenLines } from '#domain/hand-overs/taken.ts'
import { isRefusal, refuse } from '#domain/refusal.ts'
import { checkFields, oneOf, text, uuid } from '#domain/validation.ts'
import { type Command, PER_MINUTE } from '../command.ts'
import { photoFault } from '../proof-photo.ts'
import { recordAct } from '../record-act.ts'
import { give, openForStaff } from './hand-over-goods.ts'
import { lockedUntil } from './try-code.ts'

const IDENTITIES = ['id-card', 'known', 'called'] as const

/** A lost phone: staff know the person by papers, write down why, and take a photo. The buyer is told at once, and it is counted. */
export const overrideHandOver: Command<'override-hand-over'> = {
  name: 'override-hand-over',
  who: 'signed-in',
  limit: { tries: 20, ...PER_MINUTE },
  fields: ['hand_over_id', 'identity', 'reason', 'photo', 'lines'],
  check: (raw) =>
    checkFields(raw, {
      hand_over_id: uuid('Hand-over'),
      identity: oneOf({ label: 'how you know the person', among: IDENTITIES }),
      reason: text({ label: 'Reason', least: 5, most: 300, lines: true }),
      photo: text({ label: 'Photo', least: 0, most: 300 }),
      lines: takenLines,
    }),
  async run({ input, caller, tx, shop }) {
    const personId = caller.userId ?? ''
    const open = await openForStaff(tx, { handOverId: input.hand_over_id, personId })
    if (isRefusal(open)) return open
    if (open.kind === 'delivery') return refuse('code_at_the_door')
    // Whoever failed to guess the code does not go round it.
    if (await lockedUntil(tx, input.hand_over_id, personId)) return refuse('hand_over_locked')
    const shown = { bucket: 'hand-over-photos', photo: input.photo, personId, isFresh: true } as const
    const fault = await photoFault(tx, { ...shown, missing: 'photo_missing' })
    if (fault) return fault
    const done = await give(
      { tx, shop },
      {
        handOverId: input.hand_over_id,
        lines: input.lines ?? undefined,
        handledBy: personId,
        codeId: null,
        proof: 'override',
        note: input.reason,
      },
    )
    if (isRefusal(done)) return done
    if (await isOverCeiling(tx, input.hand_over_id)) return refuse('override_ceiling')
    await tx.query(
      `insert into public.hand_over_overrides (hand_over_id, person_id, identity, reason, photo) values ($1, $2, $3, $4, $5)`,
      [input.hand_over_id, personId, input.identity, input.reason, input.photo],
    )
    await recordAct(tx, {
      actorId: personId,
      action: 'hand-over.override',
      subject: { type: 'order', id: done.order_id },
      after: { order_no: open.order_no, identity: input.identity, reason: input.reason, whole: done.is_all },
    })
    return done
  },
}

/** Of goods that a shop's own side gives out, no more in a day than the setting says; the trigger `guard_override` holds the same. */
async function isOverCeiling(tx: pg.ClientBase, handOverId: string): Promise<boolean> {
  const { rows } = await tx.query<{ over: boolean }>(
    `select public.is_of_shop(h.handled_by, o.vendor_id)
       and public.shop_overrides_kobo_today(o.vendor_id) + h.goods_kobo > 100::bigint * public.whole_setting('shop_overrides_naira_a_day') as over
     from public.hand_overs h join public.orders o on o.id = h.order_id where h.id = $1`,
    [handOverId],
  )
  return rows[0]?.over === true
}
