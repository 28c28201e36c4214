import { checkFields, uuid } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'

/** Marks a promised call as done. */
export const finishNextCall: Command<'finish-next-call'> = {
  name: 'finish-next-call',
  who: 'signed-in',
  limit: { tries: 60, ...PER_MINUTE },
  fields: ['staff_note_id'],
  check: (raw) => checkFields(raw, { staff_note_id: uuid('Note') }),
  async run({ input, caller, tx }) {
    const { rows } = await tx.query<{ may_open: boolean; is_open: boolean }>(
      `select public.may_open_record($2, n.record_kind, n.record_id) as may_open, n.done_at is null and n.next_call_on is not null as is_open
       from public.staff_notes n where n.id = $1 for no key update of n`,
      [input.staff_note_id, caller.userId],
    )
    const [note] = rows
    if (!note?.may_open) return refuse('not_found')
    if (!note.is_open) return refuse('already_done')
    await tx.query('update public.staff_notes set done_at = clock_timestamp(), done_by = $2 where id = $1', [
      input.staff_note_id,
      caller.userId,
    ])
    return { staff_note_id: input.staff_note_id }
  },
}
