// Input for a product (`public.products` enforces the same limits by constraints).

import { picture } from '#domain/forms/addresses.ts'
import { day } from '#domain/forms/times.ts'
import {
  type Checked,
  checkAlso,
  checkFields,
  flag,
  isBlank,
  naira,
  oneOf,
  optional,
  text,
  wholeNumber,
} from '#domain/forms/validation.ts'
import { CATEGORIES, type Category, isPerishable } from './categories.ts'
import { kilograms } from './measure-draft.ts'
import { type Measure, ownWeightFault } from './measures.ts'
import { usualVatClass, VAT_CLASSES, type VatClass } from './vat.ts'
import { weightTermsFault } from './weights/weight-draft.ts'

export const MAX_PRICE_KOBO = 10_000_000_000n
export const MAX_UNITS = 1_000_000

/** A row of `products` in wire format. */
export interface ProductDraft {
  name: string
  description: string
  category: Category
  /** Naira, "68000.00". */
  base_price: string
  unit: string
  min_quantity: number
  max_quantity: number | null
  available_quantity: number
  image_url: string | null
  /** 'YYYY-MM-DD' in Lagos. */
  share_date: string | null
  stockpile_allowed: boolean
  vat_class: VatClass
  /** Weight of one unit as entered by the vendor; null to use the measures. */
  kg_per_unit: number | null
  /** Sold by final weight: the stated weights of one unit; both null: not sold by weight. */
  least_kg_per_unit: number | null
  most_kg_per_unit: number | null
  /** The shop's own code. */
  code: string | null
}

/** `today`: the day in Lagos, which the share date must not precede. */
export function checkProduct(
  input: Readonly<Record<string, unknown>>,
  options: { today: string; measures?: readonly Measure[] },
): Checked<ProductDraft> {
  const checked = checkFields<Omit<ProductDraft, 'vat_class'> & { vat_class: VatClass | null }>(input, {
    name: text({ label: 'Name', min: 2, max: 120 }),
    description: text({ label: 'Description', min: 0, max: 4000, lines: true }),
    category: oneOf({ label: 'category', among: CATEGORIES }),
    base_price: naira({ label: 'Price', maxKobo: MAX_PRICE_KOBO }),
    unit: text({ label: 'Unit', max: 40 }),
    min_quantity: (raw) => (isBlank(raw) ? { value: 1 } : atLeastOne('Minimum quantity')(raw)),
    max_quantity: optional(atLeastOne('Maximum quantity')),
    available_quantity: wholeNumber({ label: 'Available quantity', min: 0, max: MAX_UNITS }),
    image_url: optional(picture({ label: 'Picture' })),
    share_date: optional(day({ label: 'Share date' })),
    stockpile_allowed: flag(),
    vat_class: optional(oneOf({ label: 'VAT class', among: VAT_CLASSES })),
    kg_per_unit: optional(kilograms({ label: 'Weight of one unit' })),
    least_kg_per_unit: optional(kilograms({ label: 'Least weight' })),
    most_kg_per_unit: optional(kilograms({ label: 'Most weight' })),
    code: optional(text({ label: 'Your code', max: 40 })),
  })
  const judged = checkAlso(checked, (draft) => ({
    ...weightFault(draft, options.measures ?? []),
    ...weightTermsFault(draft),
    ...(draft.max_quantity !== null && draft.max_quantity < draft.min_quantity
      ? { max_quantity: 'Maximum quantity must not be below the minimum.' }
      : {}),
    ...(draft.stockpile_allowed && isPerishable(draft.category)
      ? { stockpile_allowed: 'Vegetables, fruits, meat and seafood cannot be stockpiled.' }
      : {}),
    ...(draft.share_date !== null && draft.share_date < options.today
      ? { share_date: 'Share date must not be in the past.' }
      : {}),
  }))
  if (!judged.ok) return judged
  const { category, vat_class } = judged.value
  return { ok: true, value: { ...judged.value, vat_class: vat_class ?? usualVatClass[category] } }
}

function weightFault(draft: Omit<ProductDraft, 'vat_class'>, measures: readonly Measure[]): Record<string, string> {
  const fault = ownWeightFault(draft, measures)
  return fault === null ? {} : { kg_per_unit: fault }
}

function atLeastOne(label: string) {
  return wholeNumber({ label, min: 1, max: MAX_UNITS })
}
