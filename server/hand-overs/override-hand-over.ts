import { takenLines } from '#domain/hand-overs/taken.ts'
import { isRefusal, refuse } from '#domain/refusal.ts'
import { checkFields, oneOf, text, uuid } from '#domain/validation.ts'
import { type Command, PER_MINUTE } from '../command.ts'
import { recordAct } from '../record-act.ts'
import { give, openForStaff } from './hand-over-goods.ts'

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
    // A picture of this person's own, taken just now and shown nowhere else.
    const photo = await tx.query(
      `select from storage.objects o where o.bucket_id = 'hand-over-photos' and o.name = $1 and o.owner = $2 and o.created_at > now() - interval '1 hour'
         and not exists (select from public.hand_over_overrides x where x.photo = o.name)`,
      [input.photo, personId],
    )
    if (photo.rowCount === 0) return refuse('photo_missing')
    const done = await give(
      { tx, shop },
      {
        ...{ handOverId: input.hand_over_id, lines: input.lines ?? undefined, handledBy: personId, codeId: null },
        ...{ proof: 'override', note: input.reason },
      },
    )
    if (isRefusal(done)) return done
    await tx.query(
      `insert into public.hand_over_overrides (hand_over_id, person_id, identity, reason, photo) values ($1, $2, $3, $4, $5)`,
      [input.hand_over_id, personId, input.identity, input.reason, input.photo],
    )
    await recordAct(tx, {
      ...{ actorId: personId, action: 'hand-over.override', subject: { type: 'order', id: done.order_id } },
      after: { order_no: open.order_no, identity: input.identity, reason: input.reason, whole: done.is_all },
    })
    return done
  },
}
