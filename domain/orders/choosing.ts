// Where the goods of an order go: who may still choose, and what of (semantics.md 6, design.md 3 step 7; docs/decisions/0040).
import { formatNaira } from '../money.ts'
import { kgText } from '../products/measures.ts'
import { type Refusal, refuse } from '../refusal.ts'
import { decideCancel } from './cancelling.ts'

export const FULFILMENTS = ['pickup', 'delivery', 'stockpile'] as const
export type Fulfilment = (typeof FULFILMENTS)[number]

interface ChosenOrder {
  status: string
  fulfilment: string
  isBeingPaid: boolean
  isFromBuy: boolean
  /** The place that was chosen before has closed since. */
  placeHasClosed: boolean
  lines: readonly { shareDate: string | null; isPacked: boolean }[]
}

/**
 * Pending or paid; what comes from the cart, as long as it may be cancelled freely. Whose place has closed chooses once more even
 * later, then at the same fee. What is ready in a place may be brought to the door instead.
 */
export function decideChoosing(order: ChosenOrder, now: Date): { keepsFee: boolean; onlyDelivery?: true } | Refusal {
  const { status, fulfilment, isBeingPaid, isFromBuy, placeHasClosed, lines } = order
  if (status === 'pending') return isBeingPaid ? refuse('being_paid') : { keepsFee: false }
  const isOpen = status === 'paid' && (isFromBuy || 'to' in decideCancel({ status, isBeingPaid, lines }, now))
  if (isOpen) return { keepsFee: false }
  if (placeHasClosed && ['paid', 'confirmed'].includes(status)) return { keepsFee: true }
  // What lies ready in a place may still be brought, for the fee; a rider who has it goes where it was to go.
  if (status === 'ready' && fulfilment !== 'delivery') return { keepsFee: false, onlyDelivery: true }
  return refuse('choice_closed')
}

interface Stocked {
  lines: readonly { canBeStockpiled: boolean; quantity: number; kgPerUnit: number | null }[]
  /** At the place, without this order. */
  freeKg: number
}

/** Stockpiling is for goods that keep, in a place with room for them. */
export function stockpileFault({ lines, freeKg }: Stocked): Refusal | null {
  if (lines.some(({ canBeStockpiled }) => !canBeStockpiled)) return refuse('not_stockpiled')
  if (lines.some(({ kgPerUnit }) => kgPerUnit === null)) return refuse('weight_unknown')
  const kg = stockedKg(lines)
  if (kg <= freeKg) return null
  return refuse('no_room', {
    message: `There is room for ${kgText(freeKg)} more at this place, and this order weighs about ${kgText(kg)}.`,
  })
}

export const stockedKg = (lines: Stocked['lines']): number =>
  lines.reduce((all, { quantity, kgPerUnit }) => all + quantity * (kgPerUnit ?? 0), 0)

/** What a change of the fee of a paid order means: less comes back, more is paid first. */
export function feeChange({
  fromKobo,
  toKobo,
}: {
  fromKobo: bigint
  toKobo: bigint
}): { kind: 'same' } | { kind: 'back' | 'more'; amountKobo: bigint } {
  if (toKobo === fromKobo) return { kind: 'same' }
  if (toKobo < fromKobo) return { kind: 'back', amountKobo: fromKobo - toKobo }
  return { kind: 'more', amountKobo: toKobo - fromKobo }
}

/** The way the person chose costs more, and the order is paid: the difference is a payment of its own. */
export const differenceDue = (amountKobo: bigint): Refusal =>
  refuse('difference_due', {
    message: `This costs ${formatNaira(amountKobo)} more. Your order is paid, so please pay the difference first.`,
    details: { more_kobo: String(amountKobo) },
  })
