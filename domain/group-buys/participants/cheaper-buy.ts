// The cheaper offer wins: which open buy leads the screens of its product.
import { nairaToKobo } from '#domain/money.ts'
import { ceilingPriceKobo } from '../price/ceiling.ts'
import { readPrices } from '../price/price-tiers.ts'
import { shownPrice } from '../price/shown-price.ts'
import { type OfferedBuy, openOffer } from './open-offer.ts'

interface LeadingBuy extends OfferedBuy {
  /** The fewest units one person may take. */
  min_quantity: number
}

/**
 * The first buy with room for one more person whose shown price is below the price of buying alone, and whose ceiling
 * is not above it: it is cheaper if everybody pays, and never dearer. Null if there is none.
 */
export function cheaperBuy<Buy extends LeadingBuy>(buys: readonly Buy[], alonePrice: number | string): Buy | null {
  const aloneKobo = nairaToKobo(alonePrice)
  return buys.find((buy) => hasRoom(buy) && shownPrice(buy).priceKobo < aloneKobo && mostKobo(buy) <= aloneKobo) ?? null
}

const hasRoom = (buy: LeadingBuy): boolean =>
  !openOffer(buy, 0).isFull && buy.target_quantity - buy.current_quantity >= buy.min_quantity

const mostKobo = (buy: LeadingBuy): bigint =>
  ceilingPriceKobo({
    ...readPrices(buy),
    minParticipants: buy.min_participants,
    lockedParticipants: buy.locked_participants ?? 0,
  })

/** Columns of `group_buys` that `cheaperBuy` needs in addition to those of the shown price. */
export const ROOM_COLUMNS = 'min_quantity, max_participants, target_quantity, current_quantity' as const
