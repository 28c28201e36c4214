import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '../command.ts'
import { uuidText } from '../fields.ts'
import { recordAct } from '../record-act.ts'

/** A coordinator (or chief) assigns the states a manager looks after; the list replaces the previous one. */
export const assignRegion: Command<'assign-region'> = {
  name: 'assign-region',
  who: 'signed-in',
  limit: { tries: 60, ...PER_MINUTE },
  fields: ['manager_id', 'states'],
  check(raw) {
    const manager_id = uuidText(raw.manager_id)
    const states = Array.isArray(raw.states)
      ? raw.states.filter((state): state is string => typeof state === 'string')
      : null
    if (!manager_id) return { ok: false, errors: { manager_id: 'Please choose a manager.' } }
    if (!states || states.length > 37) return { ok: false, errors: { states: 'Please choose states of Nigeria.' } }
    return { ok: true, value: { manager_id, states: [...new Set(states)] } }
  },
  async run({ input, caller, tx }) {
    const { rows } = await tx.query<{ may: boolean; is_manager: boolean; known: number }>(
      `select exists (select from public.profiles where id = $1 and role in ('coordinator', 'chief')) as may,
         exists (select from public.profiles where id = $2 and role = 'manager') as is_manager,
         (select count(*)::integer from public.nigerian_states where name = any ($3)) as known`,
      [caller.userId, input.manager_id, input.states],
    )
    const facts = rows[0]
    if (!facts?.may) return refuse('not_allowed')
    if (!facts.is_manager) return refuse('user_not_found', { message: 'This person is not a manager.' })
    if (facts.known !== input.states.length)
      return refuse('invalid_input', { message: 'Please choose states of Nigeria.' })

    const { rows: former } = await tx.query<{ state: string }>(
      'delete from public.manager_regions where manager_id = $1 returning state',
      [input.manager_id],
    )
    await tx.query(
      'insert into public.manager_regions (manager_id, state, assigned_by) select $1, unnest($2::text[]), $3',
      [input.manager_id, input.states, caller.userId],
    )
    await recordAct(tx, {
      actorId: caller.userId,
      action: 'region.assign',
      subject: { type: 'profile', id: input.manager_id },
      before: { states: former.map((row) => row.state) },
      after: { states: input.states },
    })
    return { manager_id: input.manager_id, states: input.states }
  },
}
