// Units of Nigerian markets, as suggestions: vendors may enter others.
import { groupThousands } from '#domain/money.ts'

const plurals = {
  bag: 'bags',
  'half bag': 'half bags',
  basket: 'baskets',
  'half basket': 'half baskets',
  'paint bucket': 'paint buckets',
  paint: 'paints',
  mudu: 'mudus',
  derica: 'dericas',
  congo: 'congos',
  cup: 'cups',
  keg: 'kegs',
  bottle: 'bottles',
  crate: 'crates',
  carton: 'cartons',
  kg: 'kg',
  litre: 'litres',
  bunch: 'bunches',
  tuber: 'tubers',
  piece: 'pieces',
  dozen: 'dozens',
  head: 'heads',
} as const satisfies Record<string, string>

export const UNITS = Object.keys(plurals) as (keyof typeof plurals)[]

/** Units that are poured or weighed, so that a tenth of one means something; half a tuber or bottle does not. */
const DIVISIBLE: ReadonlySet<string> = new Set([
  'bag',
  'half bag',
  'basket',
  'half basket',
  'paint bucket',
  'paint',
  'mudu',
  'derica',
  'congo',
  'cup',
  'keg',
  'kg',
  'litre',
])

export const isDivisible = (unit: string): boolean => DIVISIBLE.has(unit)

/** "1 bag", "3 bags", "2 kg", "1,200 cups"; unknown units get no plural form. */
export function countUnits(count: number, unit: string): string {
  const shown = Number.isInteger(count) ? groupThousands(count) : String(count)
  return count === 1
    ? `${shown} ${unit}`
    : `${shown} ${Object.hasOwn(plurals, unit) ? plurals[unit as keyof typeof plurals] : unit}`
}
