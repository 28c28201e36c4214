import type { UncollectedOutcome, UncollectedPreference } from '#domain/hand-overs/uncollected.ts'
import { countUnits } from '#domain/products/units.ts'

interface GoodsLine {
  name: string
  unit: string
  quantity: number
}

/** "2 bags, Kebbi long grain parboiled rice; 1 paint, Ijebu garri". */
export const goodsText = (lines: readonly GoodsLine[]): string =>
  lines.map(({ quantity, unit, name }) => `${countUnits(quantity, unit)}, ${name}`).join('; ')

export const preferenceTexts: Record<UncollectedPreference, string> = {
  resale: 'Sell it for the buyer',
  donation: 'Give it away',
}

export const outcomeTexts: Record<UncollectedOutcome, string> = {
  collected: 'Collected after all',
  delivery: 'Brought to the door',
  refunded: 'Given back',
  resale: 'Sold for the buyer',
  donation: 'Given away, as the buyer agreed',
  spoiled: 'Spoiled',
}
