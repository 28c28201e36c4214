export interface WeightTerms {
  least_kg_per_unit: number | null
  most_kg_per_unit: number | null
}

/** "3–5 kg"; null for goods that are not sold by weight. */
export function weightRangeText({ least_kg_per_unit: least, most_kg_per_unit: most }: WeightTerms): string | null {
  return least === null || most === null ? null : `${least}–${most} kg`
}
