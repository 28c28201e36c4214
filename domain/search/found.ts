import { FINDABLE, type Findable } from './findable.ts'

interface Hit {
  kind: Findable
  total: number
  is_near: boolean
}

export interface FoundKind<H extends Hit> {
  kind: Findable
  /** All of this kind that are found, of which `hits` are the first. */
  total: number
  hits: H[]
}

/**
 * What is found, kind by kind. What is only near is shown where nothing is exactly what was asked: next to rice, a shop that sells
 * beans is noise; alone, it is help.
 */
export function foundKinds<H extends Hit>(hits: readonly H[]): { kinds: FoundKind<H>[]; near: boolean } {
  const near = hits.length > 0 && hits.every(({ is_near }) => is_near)
  const shown = hits.filter(({ is_near }) => is_near === near)
  const kinds = FINDABLE.map((kind) => {
    const own = shown.filter((hit) => hit.kind === kind)
    return { kind, total: own[0]?.total ?? 0, hits: own }
  })
  return { kinds: kinds.filter(({ hits: own }) => own.length > 0), near }
}
