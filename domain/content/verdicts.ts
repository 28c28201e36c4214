import { type Reader, text } from '#domain/forms/validation.ts'
import { MINUTE_MS } from '#domain/time/calendar.ts'

/** How long staff can take back their own decision about a rating or a question, in ms. */
export const VERDICT_UNDO_MS = 10 * MINUTE_MS

export interface Verdict {
  /** Null takes the caller's own decision back. */
  hide: boolean | null
  reason: string
}

/** The fields of a decision about a rating or a question. */
export const verdictReaders: { [Field in keyof Verdict]: Reader<Verdict[Field]> } = {
  hide: (sent) =>
    sent === null || typeof sent === 'boolean' ? { value: sent } : { error: 'Please say whether it is hidden.' },
  reason: text({ label: 'Reason', min: 5, max: 500, lines: true }),
}
