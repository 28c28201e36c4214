import { Form, useNavigation } from 'react-router'
import { type NoteKind, noteKindsOf, noteOutcomes, STAFF_NOTE_LENGTH } from '#domain/records/staff-notes.ts'
import type { FormResult } from '#web/forms/form.ts'
import { useFormFields } from '#web/forms/form-fields.tsx'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/controls/select-field.tsx'
import { TextArea, TextField } from '#web/ui/controls/text-field.tsx'
import { datedDay, datedMoment } from '#web/ui/format.ts'
import { DONE_INTENT, NOTE_FIELD, NOTE_INTENT } from './note-form.ts'
import type { RecordKind } from './record-path.ts'
import type { ListedNote } from './record-queries.ts'
import { RecordSection } from './record-screen.tsx'

interface RecordNotesProps {
  kind: RecordKind
  notes: readonly ListedNote[]
  /** A key of the page's loader; the form empties when it changes. */
  sendKey: string
  /** The outcome of `handleNoteForm`; the page shows its text. */
  result: FormResult | undefined
}

/** Notes of staff about a record, newest first, and a form for the next note, call or visit. */
export function RecordNotes({ kind, notes, sendKey, result }: RecordNotesProps) {
  return (
    <RecordSection id="staff-notes" title="Notes and calls">
      {/* Emptied by a saved note alone: other acts of the page load it again while somebody types. */}
      <NoteForm key={notes.length} kind={kind} sendKey={sendKey} result={result} />
      {notes.length === 0 && <p className="text-soft">Nothing is written down yet.</p>}
      <ol className="grid gap-3 empty:hidden">
        {notes.map((note) => (
          <Note key={note.id} note={note} sendKey={sendKey} />
        ))}
      </ol>
    </RecordSection>
  )
}

function NoteForm({ kind, sendKey, result }: Omit<RecordNotesProps, 'notes'>) {
  const own = result?.values.intent === NOTE_INTENT ? result : undefined
  const { form, field } = useFormFields(own)
  const busy = useNavigation().formData?.get('intent') === NOTE_INTENT
  const kinds = noteKindsOf(kind)
  return (
    <Form ref={form} method="post" noValidate preventScrollReset className="mb-4 grid gap-3">
      <input type="hidden" name="intent" value={NOTE_INTENT} />
      <input type="hidden" name="key" value={sendKey} />
      <TextArea
        label="New note"
        rows={3}
        maxLength={STAFF_NOTE_LENGTH}
        {...field('text')}
        hint={`Staff who may open this record read it.${kind === 'shop' || kind === 'buy' || kind === 'place' ? '' : ' The person gets it with their own data, without your name.'} It stays as it is.`}
      />
      <SelectField label="It is" options={kinds.flatMap(optionsOf)} {...field(NOTE_FIELD, 'note')} />
      {kinds.includes('visit') && <TextField label="Day of a visit" type="date" {...field('visited_on')} />}
      <TextField label="Call again on" type="date" hint="After a call, if one is needed." {...field('next_call_on')} />
      <div>
        <Button tone="plain" busy={busy} busyLabel="Saving">
          Save
        </Button>
      </div>
    </Form>
  )
}

const KIND_LABELS: Record<NoteKind, string> = { note: 'Note', call: 'Call', visit: 'Visit' }

const labelOf = (kind: NoteKind, outcome: string | null): string => {
  const outcomes: Record<string, string> = kind === 'note' ? {} : noteOutcomes[kind]
  return outcome ? `${KIND_LABELS[kind]}, ${outcomes[outcome]?.toLowerCase() ?? outcome}` : KIND_LABELS[kind]
}

const optionsOf = (kind: NoteKind) =>
  kind === 'note'
    ? [{ value: 'note', label: KIND_LABELS.note }]
    : Object.keys(noteOutcomes[kind]).map((outcome) => ({
        value: `${kind}:${outcome}`,
        label: labelOf(kind, outcome),
      }))

function Note({ note, sendKey }: { note: ListedNote; sendKey: string }) {
  const { kind, outcome, text, author_name: author, created_at: at, visited_on: visited } = note
  return (
    <li className="rounded-card border border-grain bg-card p-3">
      <p className="font-semibold">
        {labelOf(kind, outcome)}
        {visited && `, ${datedDay(visited)}`}
      </p>
      <p className="whitespace-pre-line wrap-anywhere">{text}</p>
      <p className="text-14 text-soft">
        {author || 'A former colleague'}, {datedMoment(at)}
      </p>
      {note.next_call_on && <NextCall note={note} on={note.next_call_on} sendKey={sendKey} />}
    </li>
  )
}

function NextCall({ note, on, sendKey }: { note: ListedNote; on: string; sendKey: string }) {
  const busy = useNavigation().formData?.get('staff_note_id') === note.id
  if (note.done_at) {
    return (
      <p className="text-14 text-soft">
        Call again on {datedDay(on)}: done by {note.done_by_name || 'a former colleague'}, {datedMoment(note.done_at)}
      </p>
    )
  }
  return (
    <Form method="post" preventScrollReset className="mt-2 flex flex-wrap items-center justify-between gap-2">
      <input type="hidden" name="intent" value={DONE_INTENT} />
      <input type="hidden" name="key" value={`${sendKey}-${note.id}`} />
      <input type="hidden" name="staff_note_id" value={note.id} />
      <strong className={note.is_due ? 'text-pepper' : undefined}>Call again on {datedDay(on)}</strong>
      <Button tone="plain" size="small" busy={busy} busyLabel="Saving">
        Mark as done
      </Button>
    </Form>
  )
}
