import { type CeilingFacts, ceilingPriceKobo, promisedCeilingKobo } from '#domain/group-buys/price/ceiling.ts'
import { readPrices } from '#domain/group-buys/price/price-tiers.ts'
import { nairaToKobo } from '#domain/money.ts'
import { payAtPrice } from '#domain/orders/amounts.ts'
import { isLiveOrder } from '#domain/orders/states.ts'

/** A row of `group_buys`, prices in naira. */
export interface PricedBuy {
  base_price: number
  price_tiers: string
  min_participants: number
  /** Paid participants who can no longer leave for free, as counted by the database for this page. */
  locked_participants: number
}

/** A user's active order in the buy, prices in naira. */
interface PayableOrder {
  status: string
  quantity: number
  ceiling_unit_price: number
}

interface MostToPay {
  /** Units of the whole order, including pending ones. */
  quantity: number
  amountDueKobo: bigint
}

/**
 * The maximum cost of this many additional units, with the fee. They are added to an unpaid order, at the lower
 * ceiling.
 */
export function mostToPay(
  buy: PricedBuy & { buyer_fee_bps: number },
  { adding, parts }: { adding: number; parts: readonly PayableOrder[] },
): MostToPay {
  const order = parts.find(({ status }) => status === 'pending')
  const pending = order ? { ceilingUnitPriceKobo: nairaToKobo(order.ceiling_unit_price) } : null
  const hasPaid = parts.some(({ status }) => status !== 'pending' && isLiveOrder(status))
  const ceilingUnitPriceKobo = promisedCeilingKobo({ ...ceilingFacts(buy), hasPaid }, pending)
  const quantity = adding + (order?.quantity ?? 0)
  return { quantity, amountDueKobo: payAtPrice(buy, { priceKobo: ceilingUnitPriceKobo, quantity }) }
}

/** Maximum price per unit in kobo, before the fee, for joining now. */
export function mostPerUnitKobo(buy: PricedBuy): bigint {
  return ceilingPriceKobo(ceilingFacts(buy))
}

function ceilingFacts(buy: PricedBuy): CeilingFacts {
  return {
    ...readPrices(buy),
    minParticipants: buy.min_participants,
    lockedParticipants: buy.locked_participants,
  }
}
