import type { Reader } from '#domain/forms/validation.ts'
import { MINUTE_MS } from '#domain/time/calendar.ts'

/** How long staff can take back their own decision about a rating or a question, in ms. */
export const VERDICT_UNDO_MS = 10 * MINUTE_MS

/** Reads whether a text is hidden; null takes the caller's own decision back. */
export const readVerdict: Reader<boolean | null> = (sent) =>
  sent === null || typeof sent === 'boolean' ? { value: sent } : { error: 'Please say whether it is hidden.' }
