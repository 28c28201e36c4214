// Approximate weights of market measures (`public.measures`), and equivalents in other measures, such as dericas.
import { groupThousands } from '#domain/money.ts'
import { countUnits, UNITS } from './units.ts'

export interface Measure {
  unit: string
  /** Empty for any food, or a category, or a word of the product's name. */
  food: string
  kg_per_unit: number
  least_kg: number
  most_kg: number
  /** Weights of this food are also shown in this unit. */
  is_equivalent: boolean
}

export interface WeighedProduct {
  name: string
  category: string
  unit: string
}

/** The best matching measure for a product's unit; null if there is none. `public.measured_kg` has the same rule. */
function findMeasure<Each extends Pick<Measure, 'unit' | 'food'>>(
  measures: readonly Each[],
  product: WeighedProduct,
): Each | null {
  const unit = product.unit.trim().toLowerCase()
  return mostExact(
    measures.filter((measure) => measure.unit === unit),
    product,
  )
}

/** Prefers a match by a word of the name, then by category, then by unit alone. */
function mostExact<Each extends Pick<Measure, 'food'>>(
  measures: readonly Each[],
  { name, category }: Omit<WeighedProduct, 'unit'>,
) {
  const words: readonly string[] = name.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []
  let best: Each | null = null
  let most = 0
  for (const measure of measures) {
    const { food } = measure
    const rank = food === '' ? 1 : food === category ? 2 : words.includes(food) ? 2 + food.length : 0
    if (rank > most || (best && rank === most && food < best.food)) {
      best = measure
      most = rank
    }
  }
  return best
}

/** Weight stated in the unit or the name: "50 kg bag", "Rice, 25kg"; else null. */
function statedKg({ unit, name }: Pick<WeighedProduct, 'unit' | 'name'>): number | null {
  for (const text of [unit, name]) {
    const [, digits] = /(?:^|[^\d.])(\d{1,4}(?:\.\d{1,3})?)\s*kg(?![\p{L}\p{N}_])/iu.exec(text) ?? []
    if (digits) return Number(digits)
  }
  return null
}

/**
 * Approximate weight of one unit: as entered by the vendor, else as stated in its name (within the measure's bounds),
 * else the measure's; null if unknown.
 */
export function kgPerUnit(
  product: WeighedProduct & { kg_per_unit?: number | null },
  measures: readonly Measure[],
): number | null {
  if (product.kg_per_unit != null) return product.kg_per_unit
  const { leastKg, mostKg } = weightBounds(product, measures)
  const stated = statedKg(product)
  if (stated !== null && stated >= leastKg && stated <= mostKg) return stated
  return findMeasure(measures, product)?.kg_per_unit ?? null
}

/** Bounds for the weight that a vendor may enter for a unit. */
function weightBounds(product: WeighedProduct, measures: readonly Measure[]): { leastKg: number; mostKg: number } {
  const measure = findMeasure(measures, product)
  return { leastKg: measure?.least_kg ?? 0.01, mostKg: measure?.most_kg ?? 1000 }
}

/** Error text for the weight that a vendor entered; null if it is valid. */
export function ownWeightFault(
  product: WeighedProduct & { kg_per_unit: number | null },
  measures: readonly Measure[],
): string | null {
  if (product.kg_per_unit === null) return null
  const { leastKg, mostKg } = weightBounds(product, measures)
  if (product.kg_per_unit >= leastKg && product.kg_per_unit <= mostKg) return null
  return `One ${product.unit} of this weighs between ${kgText(leastKg)} and ${kgText(mostKg)}.`
}

interface Amount extends WeighedProduct {
  quantity: number
  /** Weight of one unit; null if unknown. */
  kg_per_unit: number | null
}

/** "2 bags, about 100 kg, about 111 dericas": an amount on labels, cards and orders. */
export function amountText(amount: Amount, measures: readonly Measure[]): string {
  return [countUnits(amount.quantity, amount.unit), ...weightTexts(amount, measures)].join(', ')
}

/** "about 100 kg", "about 111 dericas"; empty if the weight is unknown or adds nothing to the unit. */
export function weightTexts(amount: Amount, measures: readonly Measure[]): string[] {
  if (amount.kg_per_unit === null) return []
  const kg = amount.kg_per_unit * amount.quantity
  const own = amount.unit.trim().toLowerCase()
  const equivalents = measures.filter(({ unit, is_equivalent }) => is_equivalent && unit !== own)
  const equivalent = mostExact(equivalents, amount)
  const count = equivalent && Math.round(kg / equivalent.kg_per_unit)
  return [
    ...(own === 'kg' ? [] : [`about ${kgText(kg)}`]),
    ...(equivalent && count && count >= 2 ? [`about ${countUnits(count, equivalent.unit)}`] : []),
  ]
}

/** "0.9 kg", "100 kg", "1,250 kg": rounded to the precision of a market scale. */
export function kgText(kg: number): string {
  if (kg >= 20) return `${groupThousands(Math.round(kg))} kg`
  return `${Number(kg.toFixed(kg >= 2 ? 1 : 2))} kg`
}

/** The market's units for a form, the measured ones first, each with what one of them weighs. */
export function unitChoices(
  measures: readonly Measure[],
  food: Omit<WeighedProduct, 'unit'>,
): { unit: string; weight: string }[] {
  const units = new Set([...measures.map(({ unit }) => unit), ...UNITS])
  return [...units].map((unit) => {
    const kg = findMeasure(measures, { ...food, unit })?.kg_per_unit
    return { unit, weight: kg === undefined || unit === 'kg' ? '' : `about ${kgText(kg)}` }
  })
}

/** "One bag of this is about 50 kg. …" for a form; empty for a unit whose weight is not known. */
export function unitWeightText(product: WeighedProduct, measures: readonly Measure[]): string {
  const unit = product.unit.trim().toLowerCase()
  const kg = unit === 'kg' ? null : kgPerUnit(product, measures)
  return kg === null ? '' : `One ${unit} of this is about ${kgText(kg)}. Leave it empty if that fits.`
}
