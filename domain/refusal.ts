// A refusal is an expected no: a value with a code from a closed union, never thrown by a rule. Codes are mapped to HTTP
// once (server) and to words once (texts/refusals.ts).
import { refusalTexts } from './texts/refusals.ts'

/** The closed union, up to the wire and into the screens. A code is added in texts/refusals.ts, with its text. */
export type RefusalCode = keyof typeof refusalTexts

export interface Refusal {
  readonly kind: 'refusal'
  readonly code: RefusalCode
  /** What the person reads. */
  readonly message: string
  /** The correct figures or the field at fault, ready for JSON: amounts as naira texts. */
  readonly details?: Readonly<Record<string, string | number | null>>
  /** The same for every line of what was sent, where only some of them are at fault. */
  readonly lines?: readonly Readonly<Record<string, string | number | null>>[]
  /** One text per field, for forms. */
  readonly errors?: Readonly<Record<string, string>>
}

export type RefusalParts = Partial<Pick<Refusal, 'message' | 'details' | 'lines' | 'errors'>>

/** A refusal with its code's text, unless a more exact one is given. */
export function refuse(code: RefusalCode, parts: RefusalParts = {}): Refusal {
  return { kind: 'refusal', code, message: refusalTexts[code], ...parts }
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'refusal'
}

export function isRefusalCode(value: unknown): value is RefusalCode {
  return typeof value === 'string' && Object.hasOwn(refusalTexts, value)
}
