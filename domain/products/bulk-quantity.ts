import { countUnits } from './units.ts'

interface StockedProduct {
  min_quantity: number
  max_quantity: number | null
  available_quantity: number
  unit: string
}

/** Why this number of units cannot be ordered, with the limit; null if it can. */
export function bulkQuantityFault(quantity: number, product: StockedProduct): string | null {
  const { min_quantity: least, max_quantity: most, available_quantity: left, unit } = product
  if (!Number.isSafeInteger(quantity) || quantity < 1) return 'Please enter a whole number from 1.'
  if (left < least) return 'Sold out for now.'
  if (quantity < least) return `The vendor sells at least ${countUnits(least, unit)}.`
  if (most !== null && quantity > most) return `The vendor sells at most ${countUnits(most, unit)} to one person.`
  if (quantity > left) return `Only ${countUnits(left, unit)} left.`
  return null
}
