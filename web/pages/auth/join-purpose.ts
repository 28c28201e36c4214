import type { Api } from '#api/api.ts'
import type { WantedJoin } from '#domain/group-buys/participants/join-path.ts'
import type { JoinPurpose } from '#web/auth/purpose/join-fields.tsx'
import { isOpen } from '#web/group-buys/is-open.ts'
import { quantityFault } from '#web/group-buys/joining/quantity-limits.ts'
import { placesLeft } from '#web/group-buys/prices/places-left.ts'
import { mostToPay } from '#web/group-buys/prices/what-you-pay.ts'
import { readGroupBuy } from '#web/group-buys/queries.ts'

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
