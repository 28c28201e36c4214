import { data, redirect } from 'react-router'
import { readPicture } from '#web/ui/picture-field.tsx'
import type { saveEdits } from '../desk/save-edits.ts'
import { orOffline } from '../offline.ts'
import { type Answer, formValues, offlineOutcome, type Refused, writeOutcome } from './desk.ts'

/** What a content desk form sent, with its picture as one address. */
export function readDraft(form: FormData): Record<string, string> {
  return { ...formValues(form), image_url: readPicture(form) }
}

/** A draft that the rules refuse. */
export function refuseDraft(values: Record<string, string>, errors: Refused['errors']) {
  return data({ errors, values, outcome: null } satisfies Refused, 400)
}

interface SavedDraft {
  answer: Answer & { error: { message: string; code?: string } | null }
  /** Written under the form's id: if it is sent twice, it already exists, which is just as good. */
  isNew: boolean
  failed: string
  /** Where the saved row is listed. */
  list: string
}

/** Redirects to the list once saved; otherwise returns to the form with what was typed. */
export function answerDraft(values: Record<string, string>, { answer, isNew, failed, list }: SavedDraft) {
  const outcome = writeOutcome(answer, { done: '', failed })
  if (outcome.ok || (isNew && answer.error?.code === '23505')) return redirect(`${list}?done=saved`)
  return data({ errors: {}, values, outcome } satisfies Refused, 409)
}

/** The same for a row that exists: also returns to the form when somebody else saved other values meanwhile. */
export function answerEdits(
  values: Record<string, string>,
  saved: Awaited<ReturnType<typeof saveEdits>>,
  texts: { failed: string; list: string },
) {
  if ('clash' in saved) return data(saved.clash satisfies Refused, 409)
  return answerDraft(values, { answer: saved.answer, isNew: false, ...texts })
}

/** Keeps what was typed if the server cannot be reached. */
export async function draftOrOffline<Done>({
  request,
  serverAction,
}: {
  request: Request
  serverAction: () => Promise<Done>
}) {
  const values = readDraft(await request.clone().formData())
  return orOffline(serverAction, () => ({ errors: {}, values, outcome: offlineOutcome() }) satisfies Refused)
}
