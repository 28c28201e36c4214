import type { WeightTerms } from './weight-range.ts'

interface WeightDraft extends WeightTerms {
  unit: string
}

/** The errors in the stated weights by field; `public.products` has the same rule as a constraint. */
export function weightTermsFault({
  least_kg_per_unit: least,
  most_kg_per_unit: most,
  unit,
}: WeightDraft): Record<string, string> {
  if (least === null && most === null) return {}
  if (least === null) return { least_kg_per_unit: 'State the least weight too, or leave both empty.' }
  if (most === null) return { most_kg_per_unit: 'State the most weight too, or leave both empty.' }
  if (unit.trim().toLowerCase() === 'kg') return { unit: 'Goods sold by the kg need no other weight.' }
  if (most <= least) return { most_kg_per_unit: 'The most weight must be above the least.' }
  if (most > 3 * least) return { most_kg_per_unit: 'The most weight must be at most three times the least.' }
  return {}
}
