import { data } from 'react-router'
import { errorTexts } from '#domain/texts/errors.ts'
import type { Errors } from '#domain/validation.ts'
import type { Outcome } from '#web/desk/outcome.tsx'
import { orOffline } from '#web/offline.ts'

/** What was typed and refused; every field keeps its text. */
export interface Refused {
  errors: Errors
  values: Record<string, string>
  outcome: Outcome | null
}

/** Ticks of one name stand together, apart by bars. */
export function typedOf(form: FormData): Record<string, string> {
  const typed: Record<string, string> = {}
  for (const [name, value] of form) {
    const text = typeof value === 'string' ? value : ''
    typed[name] = Object.hasOwn(typed, name) ? `${typed[name]}|${text}` : text
  }
  return typed
}

interface Fault {
  errors: Errors
  values: Record<string, string>
  /** Of the whole form. */
  text?: string
}

export function refusedForm({ errors, values, text }: Fault) {
  const isMarked = Object.keys(errors).length > 0
  const outcome = text !== undefined && !isMarked ? { ok: false, text } : null
  return data({ errors, values, outcome } satisfies Refused, isMarked ? 400 : 409)
}

interface Sending<Answer> {
  request: Request
  serverAction: () => Promise<Answer>
}

/** Without a connection the form stays as it was typed. */
export async function refusedOffline<Answer>({ request, serverAction }: Sending<Answer>) {
  const values = typedOf(await request.clone().formData())
  return orOffline(
    serverAction,
    () => ({ errors: {}, values, outcome: { ok: false, text: errorTexts.offline } }) satisfies Refused,
  )
}
