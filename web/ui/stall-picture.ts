import { SOLD_IN } from './sold-in.ts'

/** Words of a unit, and the measure that is drawn for it. */
const MEASURES: readonly (readonly [RegExp, string])[] = [
  [/bag|sack/i, 'bag'],
  [/basket/i, 'basket'],
  [/paint|bucket|custard/i, 'paint'],
  [/mudu|derica|congo|kongo|tin\b|cup/i, 'mudu'],
]
const CLOTHS = 8

/**
 * A drawn picture as this seller shows it: in the measure that the thing is sold by, on the seller's own cloth, so that the rice
 * of two shops can be told apart. Photographs stay as they are.
 */
export function stallPicture(src: string | null, { unit, seller }: { unit: string; seller: string }): string | null {
  const food = /^\/basins\/([a-z-]+)\.svg$/.exec(src ?? '')?.[1]
  if (!food) return src
  const measure = MEASURES.find(([words]) => words.test(unit))?.[1]
  const isDrawn = measure !== undefined && SOLD_IN[measure]?.split(' ').includes(food)
  return `/basins/${food}${isDrawn ? `-${measure}` : ''}.svg#cloth-${clothOf(seller)}`
}

/** The same for a seller on every page and every day. */
function clothOf(seller: string): number {
  let sum = 0
  for (const sign of seller) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % 65_521
  return sum % CLOTHS
}
