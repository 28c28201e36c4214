// A refusal is an expected failure: a value with a code from a closed union, returned by rules and never thrown. Each
// feature has its codes in <feature>/refusals.ts, with the text for users and the kind, which decides the HTTP status.
import { allRefusals, type RefusalCode } from './all-refusals.ts'
import { findRefusal } from './refusals/refusal-texts.ts'
import type { TranslatableText } from './texts/translatable-text.ts'

export interface Refusal {
  readonly kind: 'refusal'
  readonly code: RefusalCode
  /** Message for the user. */
  readonly message: TranslatableText
  /** The correct figures or the invalid field, ready for JSON: amounts as naira texts. */
  readonly details?: Readonly<Record<string, string | number | null>>
  /** Details for each submitted line, if only some of them are invalid. */
  readonly lines?: readonly Readonly<Record<string, string | number | null>>[]
  /** Error text by field, for forms. */
  readonly errors?: Readonly<Record<string, TranslatableText>>
}

export type RefusalParts = Partial<Pick<Refusal, 'message' | 'details' | 'lines' | 'errors'>>

/**
 * A refusal with the text of its code, unless a more specific one is given. For the server: it knows every code, and
 * rules that browsers load use `refuseFrom` (decision 0094).
 */
export function refuse(code: RefusalCode, parts: RefusalParts = {}): Refusal {
  return { kind: 'refusal', code, message: findRefusal(allRefusals, code)?.text ?? code, ...parts }
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'refusal'
}
