// What a vendor may write about a product (docs: `public.products` holds the same limits as constraints).

import { usualVatClass, VAT_CLASSES, type VatClass } from '../receipts/vat.ts'
import {
  type Checked,
  checkAlso,
  checkFields,
  day,
  flag,
  isBlank,
  naira,
  oneOf,
  optional,
  picture,
  text,
  wholeNumber,
} from '../validation.ts'
import { CATEGORIES, type Category, isPerishable } from './categories.ts'
import { kilograms } from './measure-draft.ts'
import { type Measure, ownWeightFault } from './measures.ts'

export const MOST_PRICE_KOBO = 10_000_000_000n
const MAX_UNITS = 1_000_000

/** A row of `products` as it goes over the wire. */
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
  /** The vendor's own statement of what one unit weighs; null: as the measures say. */
  kg_per_unit: number | null
}

/** `today` is the day in Lagos: a share date must not be in the past. */
export function checkProduct(
  input: Readonly<Record<string, unknown>>,
  options: { today: string; measures?: readonly Measure[] },
): Checked<ProductDraft> {
  const checked = checkFields<Omit<ProductDraft, 'vat_class'> & { vat_class: VatClass | null }>(input, {
    name: text({ label: 'Name', least: 2, most: 120 }),
    description: text({ label: 'Description', least: 0, most: 4000, lines: true }),
    category: oneOf({ label: 'category', among: CATEGORIES }),
    base_price: naira({ label: 'Price', mostKobo: MOST_PRICE_KOBO }),
    unit: text({ label: 'Unit', most: 40 }),
    min_quantity: (raw) => (isBlank(raw) ? { value: 1 } : atLeastOne('Minimum quantity')(raw)),
    max_quantity: optional(atLeastOne('Maximum quantity')),
    available_quantity: wholeNumber({ label: 'Available quantity', least: 0, most: MAX_UNITS }),
    image_url: optional(picture({ label: 'Picture' })),
    share_date: optional(day({ label: 'Share date' })),
    stockpile_allowed: flag(),
    vat_class: optional(oneOf({ label: 'VAT class', among: VAT_CLASSES })),
    kg_per_unit: optional(kilograms({ label: 'Weight of one unit' })),
  })
  const judged = checkAlso(checked, (draft) => ({
    ...weightFault(draft, options.measures ?? []),
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
  return wholeNumber({ label, least: 1, most: MAX_UNITS })
}
