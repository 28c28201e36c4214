/** Why a call is refused. The server answers each kind with its own HTTP status (server/refusal-error.ts). */
export type RefusalKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'missing'
  /** It does not fit the current state. */
  | 'conflict'
  | 'wrong_method'
  | 'too_large'
  | 'reused_key'
  | 'too_many'
  | 'failed'
  | 'unavailable'
  /** Produced by the client, never sent. */
  | 'offline'

/** The refusals of a feature, by kind: code and text for users. */
export type RefusalTexts = { readonly [Kind in RefusalKind]?: Readonly<Record<string, string>> }

export type CodeIn<Texts extends RefusalTexts> = Texts extends RefusalTexts
  ? { [Kind in keyof Texts]: keyof Texts[Kind] & string }[keyof Texts]
  : never

/** Kind and text of a code; undefined if none of the features has it. */
export function findRefusal(
  features: readonly RefusalTexts[],
  code: string,
): { kind: RefusalKind; text: string } | undefined {
  for (const texts of features) {
    for (const [kind, byCode] of Object.entries(texts)) {
      if (Object.hasOwn(byCode, code)) return { kind: kind as RefusalKind, text: byCode[code] ?? '' }
    }
  }
  return undefined
}
