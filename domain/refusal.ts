// A refusal is an expected failure: a value with a code from a closed union, returned by rules and never thrown. The
// mapping of codes to HTTP statuses is in server/, the one to texts in texts/refusals.ts.
import { refusalTexts } from './texts/refusals.ts'

/** The closed union, used on the wire and by screens. New codes are added in texts/refusals.ts, with their text. */
export type RefusalCode = keyof typeof refusalTexts

export interface Refusal {
  readonly kind: 'refusal'
  readonly code: RefusalCode
  /** Message for the user. */
  readonly message: string
  /** The correct figures or the invalid field, ready for JSON: amounts as naira texts. */
  readonly details?: Readonly<Record<string, string | number | null>>
  /** Details for each submitted line, if only some of them are invalid. */
  readonly lines?: readonly Readonly<Record<string, string | number | null>>[]
  /** Error text by field, for forms. */
  readonly errors?: Readonly<Record<string, string>>
}

export type RefusalParts = Partial<Pick<Refusal, 'message' | 'details' | 'lines' | 'errors'>>

/** A refusal with the text of its code, unless a more specific one is given. */
export function refuse(code: RefusalCode, parts: RefusalParts = {}): Refusal {
  return { kind: 'refusal', code, message: refusalTexts[code], ...parts }
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'refusal'
}

export function isRefusalCode(value: unknown): value is RefusalCode {
  return typeof value === 'string' && Object.hasOwn(refusalTexts, value)
}
