// Market measures in kilograms (`public.measures`), always "about": how much a unit weighs, and the same weight in dericas.
import { groupThousands } from '../money.ts'
import { countUnits } from './units.ts'

export interface Measure {
  unit: string
  /** Nothing: any food; a category; or a word of the product's name. */
  food: string
  kg_per_unit: number
  least_kg: number
  most_kg: number
  /** Weights of this food are also told in this unit. */
  is_equivalent: boolean
}

export interface Weighed {
  name: string
  category: string
  unit: string
}

/** The measure of a product's unit; null where nobody has stated one. `public.measured_kg` has the same rule. */
function findMeasure<Each extends Pick<Measure, 'unit' | 'food'>>(
  measures: readonly Each[],
  product: Weighed,
): Each | null {
  const unit = product.unit.trim().toLowerCase()
  return mostExact(
    measures.filter((measure) => measure.unit === unit),
    product,
  )
}

/** By a word of the name, then by the category, then by the unit alone. */
function mostExact<Each extends Pick<Measure, 'food'>>(
  measures: readonly Each[],
  { name, category }: Omit<Weighed, 'unit'>,
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

/** What the unit or the name states: "50 kg bag", "Rice, 25kg". */
function statedKg({ unit, name }: Pick<Weighed, 'unit' | 'name'>): number | null {
  for (const text of [unit, name]) {
    const [, digits] = /(?:^|[^\d.])(\d{1,4}(?:\.\d{1,3})?)\s*kg(?![\p{L}\p{N}_])/iu.exec(text) ?? []
    if (digits) return Number(digits)
  }
  return null
}

/** About how much one unit weighs: the vendor's own statement, else what its name states within bounds, else the measure's; null if nobody knows. */
export function kgPerUnit(
  product: Weighed & { kg_per_unit?: number | null },
  measures: readonly Measure[],
): number | null {
  if (product.kg_per_unit != null) return product.kg_per_unit
  const { leastKg, mostKg } = weightBounds(product, measures)
  const stated = statedKg(product)
  if (stated !== null && stated >= leastKg && stated <= mostKg) return stated
  return findMeasure(measures, product)?.kg_per_unit ?? null
}

/** Within what a vendor may state the weight of their unit. */
function weightBounds(product: Weighed, measures: readonly Measure[]): { leastKg: number; mostKg: number } {
  const measure = findMeasure(measures, product)
  return { leastKg: measure?.least_kg ?? 0.01, mostKg: measure?.most_kg ?? 1000 }
}

/** Why a vendor's own weight is refused; null if it may stand. */
export function ownWeightFault(
  product: Weighed & { kg_per_unit: number | null },
  measures: readonly Measure[],
): string | null {
  if (product.kg_per_unit === null) return null
  const { leastKg, mostKg } = weightBounds(product, measures)
  if (product.kg_per_unit >= leastKg && product.kg_per_unit <= mostKg) return null
  return `One ${product.unit} of this weighs between ${kgText(leastKg)} and ${kgText(mostKg)}.`
}

interface Amount extends Weighed {
  quantity: number
  /** Of one unit; null: not known. */
  kg_per_unit: number | null
}

/** "2 bags, about 100 kg, about 111 dericas": what labels, cards and orders say of an amount. */
export function amountText(amount: Amount, measures: readonly Measure[]): string {
  return [countUnits(amount.quantity, amount.unit), ...weightWords(amount, measures)].join(', ')
}

/** "about 100 kg", "about 111 dericas"; nothing where the weight is not known or says nothing new. */
export function weightWords(amount: Amount, measures: readonly Measure[]): string[] {
  if (amount.kg_per_unit === null) return []
  const kg = amount.kg_per_unit * amount.quantity
  const own = amount.unit.trim().toLowerCase()
  const told = measures.filter(({ unit, is_equivalent }) => is_equivalent && unit !== own)
  const equivalent = mostExact(told, amount)
  const count = equivalent && Math.round(kg / equivalent.kg_per_unit)
  return [
    ...(own === 'kg' ? [] : [`about ${kgText(kg)}`]),
    ...(equivalent && count && count >= 2 ? [`about ${countUnits(count, equivalent.unit)}`] : []),
  ]
}

/** "0.9 kg", "100 kg", "1,250 kg": no more digits than a scale in a market has. */
export function kgText(kg: number): string {
  if (kg >= 20) return `${groupThousands(Math.round(kg))} kg`
  return `${Number(kg.toFixed(kg >= 2 ? 1 : 2))} kg`
}
