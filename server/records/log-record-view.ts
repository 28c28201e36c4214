import { checkFields, oneOf, uuid } from '#domain/forms/validation.ts'
import { RECORD_KINDS } from '#domain/records/staff-notes.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'

/** Records that a member of staff opened a record with personal data. */
export const logRecordView: Command<'log-record-view'> = {
  name: 'log-record-view',
  who: 'signed-in',
  limit: { tries: 120, ...PER_MINUTE },
  fields: ['record_kind', 'record_id'],
  check: (raw) =>
    checkFields(raw, { record_kind: oneOf({ label: 'record', among: RECORD_KINDS }), record_id: uuid('Record') }),
  async run({ input, caller, tx }) {
    const values = [caller.userId, input.record_kind, input.record_id]
    const { rows } = await tx.query<{ may_open: boolean }>(
      'select public.may_open_record($1, $2, $3) as may_open',
      values,
    )
    if (!rows[0]?.may_open) return refuse('not_found')
    const { rowCount } = await tx.query(
      'insert into public.record_views (viewer_id, record_kind, record_id) values ($1, $2, $3) on conflict do nothing',
      values,
    )
    return { is_logged: rowCount === 1 }
  },
}
