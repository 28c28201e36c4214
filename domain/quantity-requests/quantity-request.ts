// Requests to take more of a group buy than one person may (`public.guard_quantity_request` enforces the same rule).
import { limitFault } from '#domain/group-buys/participants/joining.ts'
import { isJoinable } from '#domain/group-buys/progress.ts'
import { buyRefusals } from '#domain/group-buys/refusals.ts'
import { orderRefusals } from '#domain/orders/refusals.ts'
import type { Refusal } from '#domain/refusal.ts'
import { refuseFrom } from '#domain/refusals/refuse-from.ts'
import { withValues } from '#domain/texts/translatable-text.ts'
import { quantityRequestRefusals } from './refusals.ts'

const refuse = refuseFrom(buyRefusals, orderRefusals, quantityRequestRefusals)

export type QuantityRequestState = 'open' | 'granted' | 'declined' | 'withdrawn' | 'closed'

export const quantityRequestLabels: Record<QuantityRequestState, string> = {
  open: /*i18n*/ 'Waiting for the shop',
  granted: /*i18n*/ 'The shop agreed',
  declined: /*i18n*/ 'The shop declined',
  withdrawn: /*i18n*/ 'Withdrawn',
  closed: /*i18n*/ 'The group buy closed first',
}

export interface RequestedBuy {
  status: string
  endDate: Date
  /** The maximum that this person may take now; null if there is none. */
  maxQuantity: number | null
  targetQuantity: number
  currentQuantity: number
  /** Units that are not ordered and not on offer to the waiting list. */
  freeUnits: number
  /** Units of this person's live orders. */
  ownQuantity: number
}

/** Why a person cannot ask for this total quantity, or the shop cannot grant it; null if they can. */
export function quantityRequestFault(buy: RequestedBuy | null, quantity: number, now: Date): Refusal | null {
  if (!buy) return refuse('buy_not_found')
  if (!isJoinable(buy, now)) return refuse('buy_not_active')
  if (!Number.isSafeInteger(quantity) || quantity < 1) return refuse('quantity_not_whole')
  if (!limitFault({ minQuantity: 1, maxQuantity: buy.maxQuantity }, quantity)) return refuse('within_maximum')
  const most = buy.ownQuantity + buy.freeUnits
  if (quantity > most) {
    return refuse('more_than_the_buy_holds', {
      message: withValues(/*i18n*/ 'The group buy can still hold {count} for one person.', { count: most }),
      details: { most },
    })
  }
  return null
}
