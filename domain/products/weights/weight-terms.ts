// Terms of goods that are sold by final weight: the price is for a unit of the most weight (domain/packing/final-weight.ts).

import { formatNaira } from '#domain/money.ts'
import { type TextTemplate, withValues } from '#domain/texts/translatable-text.ts'
import { type WeightTerms, weightRangeText } from './weight-range.ts'

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
