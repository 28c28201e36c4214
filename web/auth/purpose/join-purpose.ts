import type { Api } from '#api/api.ts'
import { isOpen } from '#web/group-buys/is-open.ts'
import type { WantedJoin } from '#web/group-buys/joining/join-path.ts'
import { quantityFault } from '#web/group-buys/joining/quantity-limits.ts'
import { placesLeft } from '#web/group-buys/prices/places-left.ts'
import { mostToPay } from '#web/group-buys/prices/what-you-pay.ts'
import { readGroupBuy } from '#web/group-buys/queries.ts'

/** The group buy that a person signs in to join, as the forms on /auth name it. */
export interface JoinPurpose {
  product: string
  /** The most that this quantity can cost, with the fee. */
  mostKobo: number
  /** The idempotency key of the join. */
  key: string
}

/** The purpose of a path to return to; null if it names no buy, or one that cannot be joined with this quantity. */
export async function readJoinPurpose(api: Api, wanted: WantedJoin | null, now: string): Promise<JoinPurpose | null> {
  if (!wanted) return null
  const { buyId, quantity } = wanted
  const { buy } = await readGroupBuy(api, buyId)
  if (!buy || !isOpen(buy, now) || buy.vendor?.status !== 'active' || placesLeft(buy, 0) === 0) return null
  if (quantityFault(buy, { quantity, mine: 0, now })) return null
  const { amountDueKobo } = mostToPay(buy, { adding: quantity, parts: [] })
  return { product: buy.product_name, mostKobo: Number(amountDueKobo), key: crypto.randomUUID() }
}
