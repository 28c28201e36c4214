import type { Api } from '#api/api.ts'
import type { NoteKind, StaffNote } from '#domain/records/staff-notes.ts'
import { commandResult, rejectCommand, type SubmittedForm } from '#web/forms/form.ts'
import type { RecordKind } from './record-path.ts'

export const NOTE_INTENT = 'staff-note'
export const DONE_INTENT = 'next-call-done'

/** Name of a field of the form: the kind with its outcome, such as "call:reached". */
export const NOTE_FIELD = 'note_kind'

/** Handles the forms of `RecordNotes`; null for other forms. */
export async function handleNoteForm(api: Api, form: SubmittedForm, record: { kind: RecordKind; id: string }) {
  const { field, key } = form
  if (field('intent') === DONE_INTENT) {
    const done = await api.command('finish-next-call', { staff_note_id: field('staff_note_id') }, key)
    return commandResult(form, done, 'The call is marked as done.')
  }
  if (field('intent') !== NOTE_INTENT) return null
  const [kind = 'note', outcome = null] = field(NOTE_FIELD).split(':') as [NoteKind, StaffNote['outcome']]
  const note: StaffNote = {
    record_kind: record.kind,
    record_id: record.id,
    kind,
    text: field('text'),
    outcome,
    visited_on: kind === 'visit' ? field('visited_on') : null,
    next_call_on: field('next_call_on') || null,
  }
  const added = await api.command('add-staff-note', note, key)
  if (!added.ok) return rejectCommand(form, added)
  return commandResult(form, added, note.next_call_on ? 'Saved. The next call is on your list.' : 'Saved.')
}
