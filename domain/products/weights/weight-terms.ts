// Terms of goods that are sold by final weight: the price is for a unit of the most weight (domain/packing/final-weight.ts).

import { formatNaira } from '#domain/money.ts'
import { type TextTemplate, withValues } from '#domain/texts/translatable-text.ts'

export interface WeightTerms {
  least_kg_per_unit: number | null
  most_kg_per_unit: number | null
}

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

/** "3–5 kg"; null for goods that are not sold by weight. */
export function weightRangeText({ least_kg_per_unit: least, most_kg_per_unit: most }: WeightTerms): string | null {
  return least === null || most === null ? null : `${least}–${most} kg`
}

/** The terms of such goods for their buyers; null for others. */
export function byWeightText(
  terms: WeightTerms & { unit: string },
  { priceKobo }: { priceKobo: bigint },
): TextTemplate | null {
  const { most_kg_per_unit: most, unit } = terms
  const range = weightRangeText(terms)
  if (range === null || most === null) return null
  return withValues(
    /*i18n*/ 'Sold by weight: at most {price} a {unit} ({range}, {each} a kg). You pay for the weight that is found, and the rest comes back.',
    {
      price: formatNaira(priceKobo),
      unit,
      range,
      each: formatNaira((priceKobo * 1000n) / BigInt(Math.round(most * 1000))),
    },
  )
}
