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

/** "1 bag", "3 bags", "2 kg", "1,200 cups"; unknown units get no plural form. */
export function countUnits(count: number, unit: string): string {
  const shown = groupThousands(count)
  return count === 1
    ? `${shown} ${unit}`
    : `${shown} ${Object.hasOwn(plurals, unit) ? plurals[unit as keyof typeof plurals] : unit}`
}
