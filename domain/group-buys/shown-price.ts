// The price that screens show for an open buy (specification 4; design.md 9): what somebody who joins would pay if everybody who joined
// pays. Never above the most they can pay: with fewer people than the minimum the buy does not happen at all.
import { koboToNaira, leastKobo } from '../money.ts'
import { ceilingPriceKobo } from './ceiling.ts'
import { priceAt, readPrices } from './price-tiers.ts'

/** A row of `group_buys`, prices in naira. */
export interface ShownBuy {
  base_price: number | string
  price_tiers: string
  current_participants: number
  min_participants: number
  /** Paid participants past free leaving, where the row has them. */
  locked_participants?: number | null
}

interface ShownPrice {
  /** If so many pay. */
  people: number
  priceKobo: bigint
}

/** Kobo per unit before the fee, and how many have to pay for it. */
export function shownPrice(buy: ShownBuy): ShownPrice {
  const locked = buy.locked_participants ?? 0
  const people = Math.max(buy.current_participants, buy.min_participants, locked + 1)
  const prices = readPrices(buy)
  const ceilingKobo = ceilingPriceKobo({
    ...prices,
    minParticipants: buy.min_participants,
    lockedParticipants: locked,
  })
  return { people, priceKobo: leastKobo(priceAt(prices, people), ceilingKobo) }
}

/** The same in naira, as prices are on the wire. */
export const shownPriceNaira = (buy: ShownBuy): number => Number(koboToNaira(shownPrice(buy).priceKobo))

/** The price of a buy in any state, in naira: the final price once it is set, the shown price until then. */
export const priceOf = (buy: ShownBuy & { final_price?: number | null }): number =>
  buy.final_price ?? shownPriceNaira(buy)

/** What a read of `group_buys` asks for, so that the price can be shown. */
export const SHOWN_PRICE =
  'base_price, price_tiers, current_participants, min_participants, locked_participants' as const

/** The price with those who have paid, where it is another; null before the minimum has paid. */
export function pricePaidFor(buy: ShownBuy & { paid_participants: number }): ShownPrice | null {
  const { paid_participants: people } = buy
  if (people < buy.min_participants || people === 0) return null
  const paid = shownPrice({ ...buy, current_participants: people })
  return paid.priceKobo > shownPrice(buy).priceKobo ? { people, priceKobo: paid.priceKobo } : null
}
