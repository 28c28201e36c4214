import { type TextTemplate, withValues } from '#domain/texts/translatable-text.ts'
import { countUnits } from './units.ts'

interface StockedProduct {
  min_quantity: number
  max_quantity: number | null
  available_quantity: number
  unit: string
}

/** Why this number of units cannot be ordered, with the limit; null if it can. */
export function bulkQuantityFault(quantity: number, product: StockedProduct): string | TextTemplate | null {
  const { min_quantity: least, max_quantity: most, available_quantity: left, unit } = product
  if (!Number.isSafeInteger(quantity) || quantity < 1) return /*i18n*/ 'Please enter a whole number from 1.'
  if (left < least) return /*i18n*/ 'Sold out for now.'
  if (quantity < least)
    return withValues(/*i18n*/ 'The vendor sells at least {units}.', { units: countUnits(least, unit) })
  if (most !== null && quantity > most) {
    return withValues(/*i18n*/ 'The vendor sells at most {units} to one person.', { units: countUnits(most, unit) })
  }
  if (quantity > left) return withValues(/*i18n*/ 'Only {units} left.', { units: countUnits(left, unit) })
  return null
}
