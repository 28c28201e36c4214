// The price shown for an open buy (specification 4; design.md 9): the price for a new participant if all participants
// pay. Never above the ceiling, because the buy fails with fewer people than the minimum. `public.shown_price` is the
// same rule in SQL, for sorted lists (tests/prices/shown-prices-agree.test.ts).
import { koboToNaira, minKobo } from '#domain/money.ts'
import { ceilingPriceKobo } from './ceiling.ts'
import { priceAt, readPrices } from './price-tiers.ts'

/** A row of `group_buys`, prices in naira. */
export interface ShownBuy {
  base_price: number | string
  price_tiers: string
  current_participants: number
  min_participants: number
  /** Paid participants past free leaving, if selected. */
  locked_participants?: number | null
}

interface ShownPrice {
  /** Number of paying participants that the price assumes. */
  people: number
  priceKobo: bigint
}

/** Price per unit before the fee, in kobo, and the number of participants it assumes. */
export function shownPrice(buy: ShownBuy): ShownPrice {
  const locked = buy.locked_participants ?? 0
  const people = Math.max(buy.current_participants, buy.min_participants, locked + 1)
  const prices = readPrices(buy)
  const ceilingKobo = ceilingPriceKobo({
    ...prices,
    minParticipants: buy.min_participants,
    lockedParticipants: locked,
  })
  return { people, priceKobo: minKobo(priceAt(prices, people), ceilingKobo) }
}

/** The shown price in naira, as prices on the wire. */
export const shownPriceNaira = (buy: ShownBuy): number => Number(koboToNaira(shownPrice(buy).priceKobo))

/** The price of a buy in any state, in naira: the final price if set, else the shown price. */
export const buyPriceNaira = (buy: ShownBuy & { final_price?: number | null }): number =>
  buy.final_price ?? shownPriceNaira(buy)

/** Columns of `group_buys` needed to compute the shown price. */
export const SHOWN_PRICE_COLUMNS =
  'base_price, price_tiers, current_participants, min_participants, locked_participants' as const

/** The price for the participants who have paid, if higher than the shown price; null before the minimum has paid. */
export function paidPrice(buy: ShownBuy & { paid_participants: number }): ShownPrice | null {
  const { paid_participants: people } = buy
  if (people < buy.min_participants || people === 0) return null
  const paid = shownPrice({ ...buy, current_participants: people })
  return paid.priceKobo > shownPrice(buy).priceKobo ? { people, priceKobo: paid.priceKobo } : null
}
