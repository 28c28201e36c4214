import { ceilingPriceKobo, readPrices } from '#domain/group-buys/price-tiers.ts'
import { leastKobo, nairaToKobo } from '#domain/money.ts'
import { orderAmounts, standardRates } from '#domain/orders/amounts.ts'
import type { OwnPart } from './queries.ts'

export interface PricedBuy {
  base_price: number
  price_tiers: string
  min_participants: number
  buyer_fee_bps: number
}

export interface MostToPay {
  /** Units of the whole order, those of the pending order included. */
  quantity: number
  amountDueKobo: bigint
}

/**
 * The most that so many more units can cost with the fee. Who has an unpaid order adds to it, at the lower of both ceilings. Places that
 * are locked by payment can only lower this (docs/decisions/0001); they are nobody else's to see.
 */
export function mostToPay(buy: PricedBuy, adding: number, parts: readonly OwnPart[]): MostToPay {
  const ceilingNow = mostPerUnitKobo(buy)
  const pending = parts.find(({ status }) => status === 'pending')
  const ceilingUnitPriceKobo = pending ? leastKobo(nairaToKobo(pending.ceiling_unit_price), ceilingNow) : ceilingNow
  const quantity = adding + (pending?.quantity ?? 0)
  const rates = { ...standardRates, buyerBasisPoints: buy.buyer_fee_bps }
  const { amountDueKobo } = orderAmounts({ unitPriceKobo: ceilingUnitPriceKobo, ceilingUnitPriceKobo, quantity, rates })
  return { quantity, amountDueKobo }
}

/** Kobo per unit, without the fee: the highest price at which the buy can still settle. */
export function mostPerUnitKobo(buy: Omit<PricedBuy, 'buyer_fee_bps'>): bigint {
  return ceilingPriceKobo({ ...readPrices(buy), minParticipants: buy.min_participants }, 0)
}
