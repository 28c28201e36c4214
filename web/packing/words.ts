import { kgText, type Measure, weightWords } from '#domain/products/measures.ts'
import { countUnits } from '#domain/products/units.ts'
import { day } from '#web/ui/format.ts'
import type { Batch, PackingLine } from './queries.ts'

const WAYS: Record<string, string> = { pickup: 'Pickup', delivery: 'Delivery', stockpile: 'Stockpile' }
export const wayOf = (fulfilment: string): string => WAYS[fulfilment] ?? fulfilment

/** Where an order goes: the place, or how. */
export const placeOf = ({
  place,
  fulfilment,
  is_waiting,
}: Pick<PackingLine, 'place' | 'fulfilment' | 'is_waiting'>): string => {
  if (place === null) return fulfilment === 'pickup' ? 'Pickup at the shop' : wayOf(fulfilment)
  return is_waiting ? `${place} (closed: the buyer chooses another)` : place
}

/** "3 bags": what the order is about now, without what came short. */
export const amountOf = ({ quantity, unit }: Pick<PackingLine, 'quantity' | 'unit'>): string =>
  countUnits(quantity, unit)

/** Nothing is packed any more once the order is ready. */
export const isOpen = ({ status }: Pick<PackingLine, 'status'>): boolean => status === 'paid' || status === 'confirmed'

/** "Packed" as of now, whatever became of the order since. */
export const isPacked = (line: PackingLine): boolean => line.packed_at !== null || !isOpen(line)

export const stateOf = (line: PackingLine): string =>
  ({ ready: 'Ready', collected: 'Collected', delivered: 'Delivered' })[line.status] ??
  (line.packed_at === null ? 'To pack' : 'Packed')

export const dayOf = ({ share_date: date }: Pick<Batch, 'share_date'>): string => (date ? day(date) : 'No sharing day')

/** "150 bags", or "150 units" of several products. */
export const unitsText = (units: number, unit: string | null): string =>
  unit === null ? `${countUnits(units, 'unit')}${units === 1 ? '' : 's'}` : countUnits(units, unit)

interface Picked {
  product: string
  unit: string
  units: number
  packed: number
  missing: number
  /** Null: nobody has said what one weighs. */
  kg: number | null
  /** "about 150 kg, about 167 dericas" */
  weight: string | null
}

/** What to fetch from the store: each product once. */
export function pickList(lines: readonly PackingLine[], measures: readonly Measure[]): Picked[] {
  const picked = new Map<string, PackingLine[]>()
  for (const line of lines) picked.set(line.product_id, [...(picked.get(line.product_id) ?? []), line])
  return [...picked.values()]
    .map((all) => {
      const [first] = all
      const units = sum(all.map(({ quantity }) => quantity))
      const name = first?.product_name ?? ''
      const unit = first?.unit ?? ''
      const kg = kgOf(all)
      return {
        product: name,
        unit,
        units,
        kg,
        weight: first && kg !== null ? aboutText(first, { kg, units }, measures) : null,
        packed: sum(all.filter(isPacked).map(({ quantity }) => quantity)),
        missing: sum(all.map(({ missing_thousandths: missing }) => missing)),
      }
    })
    .sort((a, b) => a.product.localeCompare(b.product))
}

/** About; null if one of them is not known. Lines of one product may weigh differently: each has what was agreed. */
function kgOf(lines: readonly PackingLine[]): number | null {
  if (lines.some(({ kg_per_unit: kg }) => kg === null)) return null
  return sum(lines.map(({ quantity, kg_per_unit: kg }) => quantity * (kg ?? 0)))
}

function aboutText(
  line: PackingLine,
  { kg, units }: { kg: number; units: number },
  measures: readonly Measure[],
): string {
  const { product_name: name, category, unit } = line
  const amount = { name, category, unit, quantity: units, kg_per_unit: kg / units }
  return weightWords(amount, measures).join(', ') || kgText(kg)
}

/** "about 100 kg, about 111 dericas" of one line; nothing where nobody knows, or where the amount says it. */
export function weightOf(line: PackingLine, measures: readonly Measure[]): string {
  const { product_name: name, category, unit, quantity, kg_per_unit } = line
  return weightWords({ name, category, unit, quantity, kg_per_unit }, measures).join(', ')
}

/** Lines in groups, in the order in which they come. */
export function byPlace(lines: readonly PackingLine[]): { place: string; lines: PackingLine[] }[] {
  const groups = new Map<string, PackingLine[]>()
  for (const line of lines) {
    const group = groups.get(placeOf(line))
    if (group) group.push(line)
    else groups.set(placeOf(line), [line])
  }
  return [...groups].map(([place, all]) => ({ place, lines: all }))
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)
