import { SEARCHABLE_KINDS, type SearchableKind } from './searchable-kinds.ts'

interface Hit {
  kind: SearchableKind
  total: number
  is_near: boolean
}

export interface HitGroup<H extends Hit> {
  kind: SearchableKind
  /** Total number of results of this kind, of which `hits` are the first. */
  total: number
  hits: H[]
}

/**
 * Groups search results by kind. Approximate matches are shown only if there is no exact one: next to rice, a shop that
 * sells beans is noise; alone, it helps.
 */
export function groupHits<H extends Hit>(hits: readonly H[]): { kinds: HitGroup<H>[]; near: boolean } {
  const near = hits.length > 0 && hits.every(({ is_near }) => is_near)
  const shown = hits.filter(({ is_near }) => is_near === near)
  const kinds = SEARCHABLE_KINDS.map((kind) => {
    const own = shown.filter((hit) => hit.kind === kind)
    return { kind, total: own[0]?.total ?? 0, hits: own }
  })
  return { kinds: kinds.filter(({ hits: own }) => own.length > 0), near }
}
