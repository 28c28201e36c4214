import { data } from 'react-router'
import { errorTexts } from '#domain/texts/errors.ts'
import type { Errors } from '#domain/validation.ts'
import type { ActionOutcome } from '#web/desk/outcome.tsx'
import { withOfflineFallback } from '#web/offline.ts'

/** The submitted values of a form that failed validation. */
export interface RejectedForm {
  errors: Errors
  values: Record<string, string>
  outcome: ActionOutcome | null
}

/** The text fields of a form. Several values of one name are joined with bars. */
export function submittedFields(form: FormData): Record<string, string> {
  const typed: Record<string, string> = {}
  for (const [name, value] of form) {
    const text = typeof value === 'string' ? value : ''
    typed[name] = Object.hasOwn(typed, name) ? `${typed[name]}|${text}` : text
  }
  return typed
}

interface FormFault {
  errors: Errors
  values: Record<string, string>
  /** Message for the whole form. */
  text?: string
}

export function rejectForm({ errors, values, text }: FormFault) {
  const isMarked = Object.keys(errors).length > 0
  const outcome = text !== undefined && !isMarked ? { ok: false, text } : null
  return data({ errors, values, outcome } satisfies RejectedForm, isMarked ? 400 : 409)
}

interface FormSubmission<Answer> {
  request: Request
  serverAction: () => Promise<Answer>
}

/** If offline, returns the submitted values to the form. */
export async function rejectOffline<Answer>({ request, serverAction }: FormSubmission<Answer>) {
  const values = submittedFields(await request.clone().formData())
  return withOfflineFallback(
    serverAction,
    () => ({ errors: {}, values, outcome: { ok: false, text: errorTexts.offline } }) satisfies RejectedForm,
  )
}
