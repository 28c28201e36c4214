import { checkFields, someOf, uuid } from '#domain/forms/validation.ts'
import { NIGERIAN_STATES } from '#domain/geography/nigerian-states.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { recordAct } from '#server/record-act.ts'

/** A coordinator (or chief) assigns the states that a manager oversees; the list replaces the previous one. */
export const assignRegion: Command<'assign-region'> = {
  name: 'assign-region',
  who: 'signed-in',
  limit: { tries: 60, ...PER_MINUTE },
  fields: ['manager_id', 'states'],
  check: (raw) =>
    checkFields(raw, {
      manager_id: uuid('Manager', 'Please choose a manager.'),
      states: someOf({ label: 'states of Nigeria', among: NIGERIAN_STATES }),
    }),
  async run({ input, caller, tx }) {
    const { rows } = await tx.query<{ may: boolean; is_manager: boolean }>(
      `select exists (select from public.profiles where id = $1 and role in ('coordinator', 'chief')) as may,
         exists (select from public.profiles where id = $2 and role = 'manager') as is_manager`,
      [caller.userId, input.manager_id],
    )
    const facts = rows[0]
    if (!facts?.may) return refuse('not_allowed')
    if (!facts.is_manager) return refuse('user_not_found', { message: 'This person is not a manager.' })

    const { rows: previous } = await tx.query<{ state: string }>(
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
      before: { states: previous.map((row) => row.state) },
      after: { states: input.states },
    })
    return { manager_id: input.manager_id, states: input.states }
  },
}
