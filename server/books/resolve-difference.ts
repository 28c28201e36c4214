import { checkFields, text, uuid } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { recordAct } from '#server/record-act.ts'

/** An administrator resolves a difference with an explanation. The ledger does not change. */
export const resolveDifference: Command<'resolve-difference'> = {
  name: 'resolve-difference',
  who: 'signed-in',
  limit: { tries: 60, ...PER_MINUTE },
  fields: ['difference_id', 'reason'],
  check: (raw) =>
    checkFields(raw, {
      difference_id: uuid('Difference'),
      reason: text({ label: 'How it was resolved', min: 3, max: 500 }),
    }),
  async run({ input, caller, tx }) {
    const { rows } = await tx.query<DifferenceRow>(
      `select d.kind, d.reference, d.fault, d.resolved_at is null as is_open, exists (select from public.profiles where id = $2 and role = 'chief') as is_chief
       from public.book_differences d where d.id = $1 for update`,
      [input.difference_id, caller.userId],
    )
    const difference = rows[0]
    if (!difference?.is_chief) return refuse('not_found')
    if (!difference.is_open) return refuse('already_done')
    await tx.query(
      'update public.book_differences set resolved_at = clock_timestamp(), resolved_by = $2, reason = $3 where id = $1',
      [input.difference_id, caller.userId, input.reason],
    )
    const { kind, reference, fault } = difference
    await recordAct(tx, {
      actorId: caller.userId,
      action: 'difference.resolve',
      subject: { type: 'book_difference', id: input.difference_id },
      before: { kind, fault },
      after: { reference, reason: input.reason },
    })
    return { difference_id: input.difference_id }
  },
}

interface DifferenceRow {
  kind: string
  reference: string
  fault: string
  is_open: boolean
  is_chief: boolean
}
