// The line of a full group buy. `public.offer_places` hands out what becomes free (decision 0098).
import { orderRefusals } from '#domain/orders/refusals.ts'
import type { Refusal } from '#domain/refusal.ts'
import { refuseFrom } from '#domain/refusals/refuse-from.ts'
import { isJoinable } from '../progress.ts'
import { buyRefusals } from '../refusals.ts'
import { limitFault } from './joining.ts'

const refuse = refuseFrom(buyRefusals, orderRefusals)

interface FullBuy {
  status: string
  endDate: Date
  minQuantity: number
  maxQuantity: number | null
  targetQuantity: number
  /** Units that are neither ordered nor on offer. */
  freeUnits: number
  /** Whether there is room for one more person. */
  hasPlace: boolean
}

interface WaitingPerson {
  /** For the owner and the staff of the buy's shop. */
  servesShop: boolean
  confirmed: boolean
  /** Units of their live orders in this buy; they keep their place. */
  liveQuantity: number
  hasOffer: boolean
}

/** Whether a person may wait for this quantity; null if so. */
export function waitFault(
  buy: FullBuy | null,
  { quantity, waiter, now }: { quantity: number; waiter: WaitingPerson; now: Date },
): Refusal | null {
  if (!buy) return refuse('buy_not_found')
  if (!isJoinable(buy, now)) return refuse('buy_not_active')
  if (!Number.isSafeInteger(quantity) || quantity < 1) return refuse('quantity_not_whole')
  if (waiter.servesShop) return refuse('own_shop')
  if (!waiter.confirmed) return refuse('contact_not_confirmed')
  if (waiter.hasOffer) return refuse('offer_waits')
  const limited = limitFault(buy, waiter.liveQuantity + quantity)
  if (limited) return limited
  if (quantity > buy.targetQuantity)
    return refuse('quantity_exceeds_spots', { details: { available: buy.targetQuantity } })
  const hasPlace = buy.hasPlace || waiter.liveQuantity > 0
  return hasPlace && quantity <= buy.freeUnits ? refuse('places_free') : null
}
