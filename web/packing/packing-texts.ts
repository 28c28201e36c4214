import { wholePacksText } from '#domain/group-buys/packs/pack-texts.ts'
import { fulfilmentLabel } from '#domain/orders/fulfilment-choice.ts'
import { decimalText } from '#domain/packing/weight-text.ts'
import { kgText, type Measure, weightTexts } from '#domain/products/measures.ts'
import { countUnits } from '#domain/products/units.ts'
import { clockTime, day, moment } from '#web/ui/format.ts'
import type { Batch, PackingLine } from './rows.ts'

type LineDestination = Pick<PackingLine, 'place' | 'fulfilment' | 'is_waiting' | 'run_from' | 'run_until' | 'run_rider'>

/** The destination of an order: its place, its delivery run, or the kind of fulfilment. */
export const placeLabel = ({
  place,
  fulfilment,
  is_waiting,
  run_from: from,
  run_until: until,
  run_rider: rider,
}: LineDestination): string => {
  if (from !== null && until !== null)
    return `${fulfilmentLabel(fulfilment)} by ${rider || 'a rider'}, ${moment(from)} to ${clockTime(until)}`
  if (place === null) return fulfilment === 'pickup' ? 'Pickup at the shop' : fulfilmentLabel(fulfilment)
  return is_waiting ? `${place} (closed: the buyer chooses another)` : place
}

/** "3 bags": the remaining quantity, without shortfalls. */
export const amountText = ({ quantity, unit }: Pick<PackingLine, 'quantity' | 'unit'>): string =>
  countUnits(quantity, unit)

/** A ready order cannot be packed or unpacked. */
export const isOpen = ({ status }: Pick<PackingLine, 'status'>): boolean => status === 'paid' || status === 'confirmed'

/** Orders past packing count as packed. */
export const isPacked = (line: PackingLine): boolean => line.packed_at !== null || !isOpen(line)

export const lineStateLabel = (line: PackingLine): string =>
  ({ ready: 'Ready', collected: 'Collected', delivered: 'Delivered' })[line.status] ??
  (line.packed_at === null ? 'To pack' : 'Packed')

export const shareDayText = ({ share_date: date }: Pick<Batch, 'share_date'>): string =>
  date ? day(date) : 'No sharing day'

/** "150 bags", or "150 units" of several products. */
export const unitsText = (units: number, unit: string | null): string =>
  unit === null ? `${countUnits(units, 'unit')}${units === 1 ? '' : 's'}` : countUnits(units, unit)

interface PickLine {
  product: string
  unit: string
  units: number
  packed: number
  missing: number
  /** Null if the weight of one unit is unknown. */
  kg: number | null
  /** "about 150 kg, about 167 dericas" */
  weight: string | null
  /** "5 bags of 20"; empty for goods without packs, or of several sizes. */
  packs: string
}

/** The pick list: each product once. */
export function pickList(lines: readonly PackingLine[], measures: readonly Measure[]): PickLine[] {
  const picked = new Map<string, PackingLine[]>()
  for (const line of lines) picked.set(line.product_id, [...(picked.get(line.product_id) ?? []), line])
  return [...picked.values()]
    .map((all) => {
      const [first] = all
      const units = sum(all.map(({ quantity }) => quantity))
      const name = first?.product_name ?? ''
      const unit = first?.unit ?? ''
      const kg = totalKg(all)
      return {
        product: name,
        unit,
        units,
        kg,
        packs: packsText(all, units),
        weight: first && kg !== null ? weightText(first, { kg, units }, measures) : null,
        packed: sum(all.filter(isPacked).map(({ quantity }) => quantity)),
        missing: sum(all.map(({ missing_thousandths: missing }) => missing)),
      }
    })
    .sort((a, b) => a.product.localeCompare(b.product))
}

function packsText(lines: readonly PackingLine[], units: number): string {
  const [first] = lines
  if (!first?.pack_size || !first.pack_unit) return ''
  const { pack_size: packSize, pack_unit: packUnit, unit } = first
  const isOneSize = lines.every((line) => line.pack_size === packSize && line.pack_unit === packUnit)
  return isOneSize ? wholePacksText(units, { packSize, packUnit, unit }) : ''
}

/**
 * Approximate total; null if a weight is unknown. Lines of one product may differ in weight, because each has the
 * agreed one.
 */
function totalKg(lines: readonly PackingLine[]): number | null {
  if (lines.some(({ kg_per_unit: kg }) => kg === null)) return null
  return sum(lines.map(({ quantity, kg_per_unit: kg }) => quantity * (kg ?? 0)))
}

function weightText(
  line: PackingLine,
  { kg, units }: { kg: number; units: number },
  measures: readonly Measure[],
): string {
  const { product_name: name, category, unit } = line
  const amount = { name, category, unit, quantity: units, kg_per_unit: kg / units }
  return weightTexts(amount, measures).join(', ') || kgText(kg)
}

/** "about 100 kg, about 111 dericas" of one line; empty if unknown, or if the amount itself states the weight. */
export function lineWeightText(line: PackingLine, measures: readonly Measure[]): string {
  const { product_name: name, category, unit, quantity, kg_per_unit, most_kg_per_unit: most, weight_grams } = line
  if (most !== null) return weight_grams === null ? 'to be weighed' : `${decimalText(weight_grams)} kg weighed`
  return weightTexts({ name, category, unit, quantity, kg_per_unit }, measures).join(', ')
}

/** Lines grouped by place or delivery run, in their order: what leaves together. */
export function groupByPlace(lines: readonly PackingLine[]): { place: string; lines: PackingLine[] }[] {
  const groups = new Map<string, PackingLine[]>()
  for (const line of lines) {
    const group = groups.get(placeLabel(line))
    if (group) group.push(line)
    else groups.set(placeLabel(line), [line])
  }
  return [...groups].map(([place, all]) => ({ place, lines: all }))
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)
