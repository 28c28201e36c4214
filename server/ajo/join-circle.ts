import { checkFields, text } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { isInDefault } from '#server/ajo-accounts/is-in-default.ts'
import { lockCircle } from '#server/ajo-accounts/lock-circle.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'

/** Takes a seat of a circle that has not started. People who join at once wait for the circle's lock, one by one. */
export const joinCircle: Command<'join-ajo-circle'> = {
  name: 'join-ajo-circle',
  who: 'signed-in',
  personal: true,
  limit: { tries: 20, ...PER_MINUTE },
  fields: ['invitation'],
  check: (raw) => checkFields(raw, { invitation: text({ label: 'The invitation', max: 40 }) }),
  async run({ input, caller, tx }) {
    await tx.query(`select public.caused_by('buyer')`)
    const { rows } = await tx.query<{ id: string; is_on: boolean }>(
      `select id, public.is_ajo_open(kind) as is_on from public.ajo_circles where invitation = $1`,
      [input.invitation],
    )
    const [found] = rows
    if (!found?.is_on) return refuse('circle_not_found')
    const circle = await lockCircle(tx, found.id)
    if (circle?.status !== 'forming') return refuse('circle_started')
    const { rows: seats } = await tx.query<{ taken: number; is_member: boolean; is_confirmed: boolean }>(
      `select count(*)::integer as taken, coalesce(bool_or(person_id = $2), false) as is_member, rights.is_confirmed($2) as is_confirmed
       from public.ajo_members where circle_id = $1`,
      [circle.id, caller.userId],
    )
    const [seat] = seats
    if (seat?.is_member) return { circle_id: circle.id }
    if (!seat?.is_confirmed) return refuse('contact_not_confirmed')
    if (seat.taken >= circle.seats) return refuse('circle_full')
    if (await isInDefault(tx, caller.userId ?? '')) return refuse('circle_defaulted')
    await tx.query('insert into public.ajo_members (circle_id, person_id) values ($1, $2)', [circle.id, caller.userId])
    return { circle_id: circle.id }
  },
}
