import type pg from 'pg'
import { checkFields, oneOf, text, uuid } from '#domain/forms/validation.ts'
import { takenLines } from '#domain/hand-overs/taken-lines.ts'
import { isRefusal, refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { checkProofPhoto } from '#server/proof-photo.ts'
import { recordAct } from '#server/record-act.ts'
import { lockedUntil } from './codes/try-code.ts'
import { finishAndNotify, lockForStaff } from './hand-over-goods.ts'

const IDENTITIES = ['id-card', 'known', 'called'] as const

/**
 * Hand-over without a code, such as after a lost phone: staff check the person's identity, state a reason and take a
 * photo. The buyer is notified at once, and overrides are limited.
 */
export const overrideHandOver: Command<'override-hand-over'> = {
  name: 'override-hand-over',
  who: 'signed-in',
  limit: { tries: 20, ...PER_MINUTE },
  fields: ['hand_over_id', 'identity', 'reason', 'photo', 'lines'],
  check: (raw) =>
    checkFields(raw, {
      hand_over_id: uuid('Hand-over'),
      identity: oneOf({ label: 'how you know the person', among: IDENTITIES }),
      reason: text({ label: 'Reason', min: 5, max: 300, lines: true }),
      photo: text({ label: 'Photo', min: 0, max: 300 }),
      lines: takenLines,
    }),
  async run({ input, caller, tx, context }) {
    const personId = caller.userId ?? ''
    const open = await lockForStaff(tx, { handOverId: input.hand_over_id, personId })
    if (isRefusal(open)) return open
    if (open.kind === 'delivery') return refuse('code_at_the_door')
    // After too many wrong codes an override is locked too.
    if (await lockedUntil(tx, input.hand_over_id, personId)) return refuse('hand_over_locked')
    const shown = { bucket: 'hand-over-photos', photo: input.photo, personId, isFresh: true } as const
    const fault = await checkProofPhoto(tx, { ...shown, missing: 'photo_missing' })
    if (fault) return fault
    const done = await finishAndNotify(
      { tx, context },
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

/**
 * Whether the shop's overrides of today exceed the daily limit of the settings; the trigger `guard_override` enforces
 * the same.
 */
async function isOverCeiling(tx: pg.ClientBase, handOverId: string): Promise<boolean> {
  const { rows } = await tx.query<{ over: boolean }>(
    `select public.is_of_shop(h.handled_by, o.vendor_id)
       and public.shop_overrides_kobo_today(o.vendor_id) + h.goods_kobo > 100::bigint * public.whole_setting('shop_overrides_naira_a_day') as over
     from public.hand_overs h join public.orders o on o.id = h.order_id where h.id = $1`,
    [handOverId],
  )
  return rows[0]?.over === true
}
