import { data } from 'react-router'
import type { CommandName, CommandOutput, CommandRefusal, CommandResult } from '#api/commands.ts'
import type { FormValues } from '#domain/forms/edits.ts'
import type { Errors } from '#domain/forms/validation.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { CHECK_FIELDS } from '#domain/texts/screens.ts'
import type { TranslatableText } from '#domain/texts/translatable-text.ts'
import { withOfflineFallback } from '#web/offline.ts'
import type { ActionOutcome, UndoOffer } from './outcome.tsx'

/** The result of a submitted form, shown on its page. */
export interface FormResult extends ActionOutcome {
  /** Messages by field name, shown at the fields. */
  errors: Errors
  /** The submitted values, which fill the form again; empty after success. */
  values: FormValues
}

/** A form as an action reads it. */
export interface SubmittedForm {
  data: FormData
  /** All text fields. Several values of one name are joined with bars. */
  values: FormValues
  /** A text field without surrounding spaces; empty if it was not submitted. */
  field: (name: string) => string
  /** The form's idempotency key. */
  key: string | undefined
}

export async function readForm(request: Request): Promise<SubmittedForm> {
  return openForm(await request.formData())
}

/** `readValues`: for forms whose values are not all text fields, such as pictures. */
export function openForm(form: FormData, readValues: typeof formValues = formValues): SubmittedForm {
  const values = readValues(form)
  return { data: form, values, field: (name) => (values[name] ?? '').trim(), key: values.key || undefined }
}

/** The text fields by name; a file counts as an empty text. */
export function formValues(form: FormData): Record<string, string> {
  const values: Record<string, string> = {}
  for (const [name, value] of form) {
    const text = typeof value === 'string' ? value : ''
    values[name] = Object.hasOwn(values, name) ? `${values[name]}|${text}` : text
  }
  return values
}

/** The result of a form that was accepted; its fields are emptied. */
export function succeed(text: TranslatableText, undo?: UndoOffer) {
  return data<FormResult>({ ok: true, text, errors: {}, values: {}, ...(undo && { undo }) })
}

/** Returns the submitted values to the form, with a message for the whole form, errors at its fields, or both. */
export function reject<Fault extends Partial<Omit<FormResult, 'values'>>>(
  { values }: Pick<SubmittedForm, 'values'>,
  fault: Fault,
) {
  const { errors = {}, text = CHECK_FIELDS }: Partial<FormResult> = fault
  const result: FormResult = { ok: false, text, errors, values }
  return data({ ...fault, ...result }, Object.keys(errors).length > 0 ? 400 : 409)
}

interface RefusedCommand {
  status: number
  refusal: CommandRefusal
}

/** The same for a command that was refused, or whose outcome is unknown. */
export function rejectCommand({ values }: Pick<SubmittedForm, 'values'>, { status, refusal }: RefusedCommand) {
  const { message: text, errors = {} } = refusal
  // Without a status there was no response at all. The page is not reloaded, so that a retry sends the same key.
  if (status === 0 || status >= 500) return data<FormResult>({ ok: false, text, errors, values }, 503)
  return reject({ values }, { text, errors })
}

/** The result of a form that runs a command. */
export function commandResult<Name extends CommandName>(
  form: Pick<SubmittedForm, 'values'>,
  done: CommandResult<Name>,
  text: TranslatableText | ((value: CommandOutput<Name>) => TranslatableText),
) {
  if (!done.ok) return rejectCommand(form, done)
  return succeed(typeof text === 'function' ? text(done.value) : text)
}

interface Submission<Result> {
  request: Request
  serverAction: () => Promise<Result>
}

interface OfflineOptions {
  readValues?: typeof formValues
  text?: TranslatableText
}

/**
 * A page's `clientAction`: keeps the input while the server cannot be reached. The page must also export
 * `revalidateUnlessOffline` as its `shouldRevalidate`.
 */
export async function keepInputOffline<Result>(
  { request, serverAction }: Submission<Result>,
  { readValues = formValues, text = errorTexts.offline }: OfflineOptions = {},
): Promise<Result | FormResult> {
  const values = readValues(await request.clone().formData())
  return withOfflineFallback<Result | FormResult, FormResult>(serverAction, () => ({
    ok: false,
    text,
    errors: {},
    values,
  }))
}
