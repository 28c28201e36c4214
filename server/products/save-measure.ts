import { checkMeasure } from '#domain/products/measure-draft.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { recordAct } from '#server/record-act.ts'

/**
 * A chief saves the approximate weight of a unit. It applies to products at once; existing buys and orders keep theirs.
 */
export const saveMeasure: Command<'save-measure'> = {
  name: 'save-measure',
  who: 'signed-in',
  limit: { tries: 60, ...PER_MINUTE },
  fields: ['unit', 'food', 'kg_per_unit', 'least_kg', 'most_kg', 'is_equivalent'],
  check: checkMeasure,
  async run({ input, caller, tx }) {
    const { rows: chiefs } = await tx.query(`select from public.profiles where id = $1 and role = 'chief'`, [
      caller.userId,
    ])
    if (chiefs.length === 0) return refuse('not_allowed')
    const { unit, food } = input
    const { rows: previous } = await tx.query<{ before: Record<string, unknown> }>(
      `select jsonb_build_object('kg_per_unit', kg_per_unit, 'least_kg', least_kg, 'most_kg', most_kg, 'is_equivalent', is_equivalent) as before
       from public.measures where (unit, food) = ($1, $2) for no key update`,
      [unit, food],
    )
    await tx.query(
      `insert into public.measures (unit, food, kg_per_unit, least_kg, most_kg, is_equivalent) values ($1, $2, $3, $4, $5, $6)
       on conflict (unit, food) do update set kg_per_unit = excluded.kg_per_unit, least_kg = excluded.least_kg, most_kg = excluded.most_kg,
         is_equivalent = excluded.is_equivalent`,
      [unit, food, input.kg_per_unit, input.least_kg, input.most_kg, input.is_equivalent],
    )
    await recordAct(tx, {
      actorId: caller.userId,
      action: previous[0] ? 'measure.change' : 'measure.add',
      subject: { type: 'measure', id: null },
      ...(previous[0] && { before: { unit, food, ...previous[0].before } }),
      after: { ...input },
    })
    return { unit, food }
  },
}
