import { data, redirect } from 'react-router'
import { readPicture } from '#web/ui/picture-field.tsx'
import type { saveEdits } from '../desk/save-edits.ts'
import { withOfflineFallback } from '../offline.ts'
import { type FormFailure, formValues, offlineOutcome, type WriteResult, writeOutcome } from './desk.ts'

/** The submitted fields of a content form, with its picture as one address. */
export function readDraft(form: FormData): Record<string, string> {
  return { ...formValues(form), image_url: readPicture(form) }
}

/** Response for a draft that fails validation. */
export function invalidDraft(values: Record<string, string>, errors: FormFailure['errors']) {
  return data({ errors, values, outcome: null } satisfies FormFailure, 400)
}

interface SavedDraft {
  result: WriteResult & { error: { message: string; code?: string } | null }
  /** Inserted under the form's id: a unique violation means a repeated submission, which counts as success. */
  isNew: boolean
  failed: string
  /** Path of the list that shows the saved row. */
  list: string
}

/** Redirects to the list on success; otherwise returns the submitted values to the form. */
export function draftResponse(values: Record<string, string>, { result, isNew, failed, list }: SavedDraft) {
  const outcome = writeOutcome(result, { done: '', failed })
  if (outcome.ok || (isNew && result.error?.code === '23505')) return redirect(`${list}?done=saved`)
  return data({ errors: {}, values, outcome } satisfies FormFailure, 409)
}

/** The same for an existing row: also returns to the form if another user has saved other values in the meantime. */
export function editsResponse(
  values: Record<string, string>,
  saved: Awaited<ReturnType<typeof saveEdits>>,
  texts: { failed: string; list: string },
) {
  if ('clash' in saved) return data(saved.clash satisfies FormFailure, 409)
  return draftResponse(values, { result: saved.answer, isNew: false, ...texts })
}

/** Returns the submitted values to the form if the server cannot be reached. */
export async function draftOrOffline<Done>({
  request,
  serverAction,
}: {
  request: Request
  serverAction: () => Promise<Done>
}) {
  const values = readDraft(await request.clone().formData())
  return withOfflineFallback(
    serverAction,
    () => ({ errors: {}, values, outcome: offlineOutcome() }) satisfies FormFailure,
  )
}
