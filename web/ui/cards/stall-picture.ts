import { SOLD_IN } from './sold-in.ts'

/** Patterns of unit names, and the measure drawn for each. */
const MEASURES: readonly (readonly [RegExp, string])[] = [
  [/bag|sack/i, 'bag'],
  [/basket/i, 'basket'],
  [/paint|bucket|custard/i, 'paint'],
  [/mudu|derica|congo|kongo|tin\b|cup/i, 'mudu'],
]
const CLOTHS = 8

/**
 * The drawing of a food in the measure that it is sold by, on the seller's own cloth, so that the same food of two
 * shops looks different. Returns photos and other URLs unchanged.
 */
export function stallPicture(src: string | null, { unit, seller }: { unit: string; seller: string }): string | null {
  const food = /^\/basins\/([a-z-]+)\.svg$/.exec(src ?? '')?.[1]
  if (!food) return src
  const measure = MEASURES.find(([words]) => words.test(unit))?.[1]
  const isDrawn = measure !== undefined && SOLD_IN[measure]?.split(' ').includes(food)
  return `/basins/${food}${isDrawn ? `-${measure}` : ''}.svg#cloth-${clothOf(seller)}`
}

/** The seller's cloth, by a stable hash. */
function clothOf(seller: string): number {
  let sum = 0
  for (const character of seller) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521
  return sum % CLOTHS
}
