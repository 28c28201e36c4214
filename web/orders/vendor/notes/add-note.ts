import type { Api } from '#api/api.ts'
import { commandResult, type SubmittedForm } from '#web/forms/form.ts'

export const NOTE_INTENT = 'note'

interface NoteSubject {
  order_id: string | null
  customer_id: string | null
}

/** Handles the form of `NoteSection`. */
export async function addNote(api: Api, form: SubmittedForm, about: NoteSubject) {
  const note = { order_id: about.order_id, customer_id: about.customer_id, text: form.field('text') }
  return commandResult(form, await api.command('add-shop-note', note, form.key), 'The note is added.')
}
