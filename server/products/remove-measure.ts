import { checkFields, text } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { recordAct } from '#server/record-act.ts'

/** Deletes a measure. Existing buys and orders keep their weights. */
export const removeMeasure: Command<'remove-measure'> = {
  name: 'remove-measure',
  who: 'signed-in',
  limit: { tries: 60, ...PER_MINUTE },
  fields: ['unit', 'food'],
  check: (raw) =>
    checkFields(raw, { unit: text({ label: 'Unit', max: 40 }), food: text({ label: 'Food', min: 0, max: 30 }) }),
  async run({ input, caller, tx }) {
    const { rows: chiefs } = await tx.query(`select from public.profiles where id = $1 and role = 'chief'`, [
      caller.userId,
    ])
    if (chiefs.length === 0) return refuse('not_allowed')
    const { rows } = await tx.query<{ kg_per_unit: string }>(
      'delete from public.measures where (unit, food) = ($1, $2) returning kg_per_unit',
      [input.unit, input.food],
    )
    const [removed] = rows
    if (!removed) return refuse('not_found')
    await recordAct(tx, {
      actorId: caller.userId,
      action: 'measure.remove',
      subject: { type: 'measure', id: null },
      before: { ...input, kg_per_unit: Number(removed.kg_per_unit) },
    })
    return input
  },
}
