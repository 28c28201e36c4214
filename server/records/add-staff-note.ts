import { day } from '#domain/forms/times.ts'
import { checkFields, oneOf, optional, text, uuid } from '#domain/forms/validation.ts'
import {
  NOTE_KINDS,
  NOTE_OUTCOMES,
  RECORD_KINDS,
  STAFF_NOTE_LENGTH,
  staffNoteFaults,
} from '#domain/records/staff-notes.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'

/** Staff write down a note, call or visit about a record that they may open. */
export const addStaffNote: Command<'add-staff-note'> = {
  name: 'add-staff-note',
  who: 'signed-in',
  limit: { tries: 30, ...PER_MINUTE },
  fields: ['record_kind', 'record_id', 'kind', 'text', 'outcome', 'visited_on', 'next_call_on'],
  check: (raw) =>
    checkFields(raw, {
      record_kind: oneOf({ label: 'record', among: RECORD_KINDS }),
      record_id: uuid('Record'),
      kind: oneOf({ label: 'kind', among: NOTE_KINDS }),
      text: text({ label: 'Text', min: 1, max: STAFF_NOTE_LENGTH, lines: true }),
      outcome: optional(oneOf({ label: 'outcome', among: NOTE_OUTCOMES })),
      visited_on: optional(day({ label: 'Day of the visit' })),
      next_call_on: optional(day({ label: 'Next call' })),
    }),
  async run({ input, caller, tx }) {
    const { record_kind: kind, record_id: id } = input
    const personId = caller.userId ?? ''
    const { rows } = await tx.query<{ may_open: boolean; today: string }>(
      `select public.may_open_record($1, $2, $3) as may_open, (clock_timestamp() at time zone 'Africa/Lagos')::date::text as today`,
      [personId, kind, id],
    )
    if (!rows[0]?.may_open) return refuse('not_found')
    const faults = staffNoteFaults(input, rows[0].today)
    if (Object.keys(faults).length > 0) return refuse('invalid_input', { errors: faults })
    if (input.kind === 'call') {
      await tx.query(
        `update public.staff_notes set done_at = clock_timestamp(), done_by = $1
         where record_kind = $2 and record_id = $3 and done_at is null and next_call_on <= $4::date`,
        [personId, kind, id, rows[0].today],
      )
    }
    const { rows: written } = await tx.query<{ id: string }>(
      `insert into public.staff_notes (record_kind, record_id, kind, text, outcome, visited_on, next_call_on, author_id)
       values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
      [kind, id, input.kind, input.text, input.outcome, input.visited_on, input.next_call_on, personId],
    )
    return { staff_note_id: written[0]?.id ?? '' }
  },
}
