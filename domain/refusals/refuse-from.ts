import type { RefusalCode } from '#domain/all-refusals.ts'
import type { Refusal, RefusalParts } from '#domain/refusal.ts'
import { type CodeIn, findRefusal, type RefusalTexts } from './refusal-texts.ts'

/** `refuse` for rules that also run in browsers: imports only the texts that the rule needs. */
export function refuseFrom<Features extends readonly RefusalTexts[]>(...features: Features) {
  return (code: CodeIn<Features[number]> & RefusalCode, parts: RefusalParts = {}): Refusal => ({
    kind: 'refusal',
    code,
    message: findRefusal(features, code)?.text ?? code,
    ...parts,
  })
}
