// Choice of collection, delivery or stockpile (semantics.md 6, design.md 3 step 7; docs/decisions/0040).
import { formatNaira } from '#domain/money.ts'
import { placeRefusals } from '#domain/places/refusals.ts'
import { kgText } from '#domain/products/measures.ts'
import type { Refusal } from '#domain/refusal.ts'
import { refuseFrom } from '#domain/refusals/refuse-from.ts'
import { withValues } from '#domain/texts/translatable-text.ts'
import { decideCancel } from './cancelling.ts'
import { orderRefusals } from './refusals.ts'

const refuse = refuseFrom(orderRefusals, placeRefusals)

export const FULFILMENTS = ['pickup', 'delivery', 'stockpile'] as const
export type Fulfilment = (typeof FULFILMENTS)[number]

const fulfilmentLabels: Record<string, string> = { pickup: 'Pickup', delivery: 'Delivery', stockpile: 'Stockpile' }
export const fulfilmentLabel = (fulfilment: string): string => fulfilmentLabels[fulfilment] ?? fulfilment

interface OrderToRedirect {
  status: string
  fulfilment: string
  isBeingPaid: boolean
  isFromBuy: boolean
  /** The chosen place has closed. */
  placeHasClosed: boolean
  lines: readonly { shareDate: string | null; isPacked: boolean }[]
}

/**
 * The choice is open while an order is pending or paid; for orders from the cart, only as long as they can be cancelled
 * for free. If the place has closed, the buyer chooses again even later, at the same fee. Goods that are ready at a
 * place can still be delivered.
 */
export function decideFulfilmentChange(
  order: OrderToRedirect,
  now: Date,
): { keepsFee: boolean; onlyDelivery?: true } | Refusal {
  const { status, fulfilment, isBeingPaid, isFromBuy, placeHasClosed, lines } = order
  if (status === 'pending') return isBeingPaid ? refuse('being_paid') : { keepsFee: false }
  const isOpen = status === 'paid' && (isFromBuy || 'to' in decideCancel({ status, isBeingPaid, lines }, now))
  if (isOpen) return { keepsFee: false }
  if (placeHasClosed && ['paid', 'confirmed'].includes(status)) return { keepsFee: true }
  // Goods ready at a place may still be delivered, for the fee; an order for delivery keeps its address.
  if (status === 'ready' && fulfilment !== 'delivery') return { keepsFee: false, onlyDelivery: true }
  return refuse('choice_closed')
}

interface StockpileRequest {
  lines: readonly { canBeStockpiled: boolean; quantity: number; kgPerUnit: number | null }[]
  /** Free capacity of the place, without this order. */
  freeKg: number
}

/** Stockpiling needs non-perishable goods and a place with enough capacity. */
export function stockpileFault({ lines, freeKg }: StockpileRequest): Refusal | null {
  if (lines.some(({ canBeStockpiled }) => !canBeStockpiled)) return refuse('not_stockpiled')
  if (lines.some(({ kgPerUnit }) => kgPerUnit === null)) return refuse('weight_unknown')
  const kg = stockpileKg(lines)
  if (kg <= freeKg) return null
  return refuse('no_room', {
    message: withValues(/*i18n*/ 'There is room for {free} more at this place, and this order weighs about {weight}.', {
      free: kgText(freeKg),
      weight: kgText(kg),
    }),
  })
}

export const stockpileKg = (lines: StockpileRequest['lines']): number =>
  lines.reduce((all, { quantity, kgPerUnit }) => all + quantity * (kgPerUnit ?? 0), 0)

/** Effect of a changed delivery fee on a paid order: a decrease is refunded, an increase is paid first. */
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

/** Refusal of a more expensive choice for a paid order: the difference is a separate payment. */
export const differenceDue = (amountKobo: bigint): Refusal =>
  refuse('difference_due', {
    message: withValues(/*i18n*/ 'This costs {naira} more. Your order is paid, so please pay the difference first.', {
      naira: formatNaira(amountKobo),
    }),
    details: { more_kobo: String(amountKobo) },
  })
