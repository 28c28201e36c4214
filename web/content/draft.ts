import { data, redirect } from 'react-router'
import type { Api } from '#api/api.ts'
import type { FormValues } from '#domain/forms/edits.ts'
import type { Checked } from '#domain/forms/validation.ts'
import { CHECK_FIELDS } from '#domain/texts/screens.ts'
import { storePictures } from '#web/desk/shop/store-pictures.ts'
import { readPicture } from '#web/files/pictures/picture-field.tsx'
import { type FormResult, formValues, openForm, reject } from '#web/forms/form.ts'
import { saveEdits } from '#web/forms/save-edits.ts'
import { type WriteResult, writeOutcome } from './desk.ts'

interface WrittenRow extends WriteResult {
  error: { message: string; code?: string } | null
  status: number
}

interface Editor<Row extends { updated_at: string }, Draft> {
  check: (values: FormValues) => Checked<Draft>
  read: (api: Api, id: string) => PromiseLike<{ data: Row | null }>
  add: (api: Api, id: string, draft: Draft) => PromiseLike<WrittenRow>
  update: (api: Api, at: { id: string; version: string }, draft: Draft) => PromiseLike<WrittenRow>
  /** The row in the form's format. */
  valuesOf: (row: Row) => FormValues
  /** Formats a field's value for display, such as an id. */
  shown?: (field: string, value: string) => string
  failed: { add: string; update: string }
  /** Path of the list that shows the saved row. */
  list: string
}

interface DraftRequest {
  api: Api
  userId: string | null
  /** Undefined adds a row under the form's id, so that a repeated submission adds one. */
  id: string | undefined
  form: FormData
}

/** Saves a row with one picture and redirects to the list; otherwise returns the submitted values to the form. */
export async function saveDraft<Row extends { updated_at: string }, Draft>(
  { api, userId, id, form: submitted }: DraftRequest,
  editor: Editor<Row, Draft>,
) {
  const { fault } = await storePictures({ api, userId }, submitted)
  const form = openForm(submitted, readDraft)
  if (fault) return reject(form, { errors: { image_url: fault } })
  const checked = editor.check(form.values)
  if (!checked.ok) return reject(form, { errors: checked.errors })
  const done = redirect(`${editor.list}?done=saved`)
  if (id === undefined) {
    const added = await editor.add(api, form.field('id'), checked.value)
    const outcome = writeOutcome(added, { done: '', failed: editor.failed.add })
    // A unique violation means a repeated submission.
    return outcome.ok || added.error?.code === '23505' ? done : reject(form, outcome)
  }
  const saved = await saveEdits<Draft, WrittenRow>({
    typed: form.values,
    check: editor.check,
    current: async () => {
      const { data: row } = await editor.read(api, id)
      return row && { values: editor.valuesOf(row), version: row.updated_at }
    },
    shown: editor.shown,
    write: (draft, version) => editor.update(api, { id, version }, draft),
  })
  if ('clash' in saved) return data(saved.clash, 409)
  const outcome = writeOutcome(saved.answer, { done: '', failed: editor.failed.update })
  return outcome.ok ? done : reject(form, outcome)
}

/**
 * The typed values, for the preview of a page without scripts. Nothing is saved, but a photo is stored, so that it is in
 * the preview and need not be chosen again.
 */
export async function previewDraft({ api, userId, form: submitted }: Omit<DraftRequest, 'id'>): Promise<FormResult> {
  const { fault } = await storePictures({ api, userId }, submitted)
  const errors: FormResult['errors'] = fault ? { image_url: fault } : {}
  return { ok: !fault, text: fault ? CHECK_FIELDS : '', errors, values: openForm(submitted, readDraft).values }
}

/** The submitted fields of such a form, with its picture as one address. */
export function readDraft(form: FormData): Record<string, string> {
  return { ...formValues(form), image_url: readPicture(form) }
}
