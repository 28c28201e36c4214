import { errorTexts } from '#domain/texts/errors.ts'
import { NOT_THERE } from '#domain/texts/screens.ts'
import type { ActionOutcome } from '#web/forms/outcome.tsx'

export interface WriteResult {
  data: unknown
  error: { message: string } | null
}

export interface ListFailure {
  ok: boolean
  text: string
  detail?: string
}

/** The message for a list that could not be read (specification, sections 5 and 8); null if it was. */
export function listFailure({ data, error }: WriteResult): ListFailure | null {
  if (error) return { ok: false, text: errorTexts.dealsNotFetched, detail: error.message }
  return Array.isArray(data) ? null : { ok: false, text: errorTexts.invalidData }
}

/** The outcome of a write to one row. A row hidden by row level security counts as failed. */
export function writeOutcome({ data, error }: WriteResult, texts: { done: string; failed: string }): ActionOutcome {
  if (error) return { ok: false, text: texts.failed, detail: error.message }
  if (!Array.isArray(data) || data.length === 0) return { ok: false, text: texts.failed, detail: NOT_THERE }
  return { ok: true, text: texts.done }
}
