// The offer of an open group buy, shown on the page of its product.
import { nairaToKobo } from '#domain/money.ts'
import type { TranslatableText } from '#domain/texts/translatable-text.ts'
import { poolSentence } from '../pool-sentence.ts'
import { readPrices } from '../price/price-tiers.ts'
import { type ShownBuy, shownPrice } from '../price/shown-price.ts'

export interface OfferedBuy extends ShownBuy {
  max_participants: number | null
  target_quantity: number
  current_quantity: number
}

interface OpenOffer {
  priceKobo: bigint
  /** Difference to the price of buying alone; 0 if the buy is not cheaper. */
  savingKobo: bigint
  /** "4 more people to ₦44,720" */
  next: TranslatableText
  /** No places or units are left. */
  isFull: boolean
}

/** `alonePrice`: price of one unit outside the group buy, in naira. */
export function openOffer(buy: OfferedBuy, alonePrice: number | string): OpenOffer {
  const { priceKobo } = shownPrice(buy)
  const saving = nairaToKobo(alonePrice) - priceKobo
  return {
    priceKobo,
    savingKobo: saving > 0n ? saving : 0n,
    next: poolSentence({
      ...readPrices(buy),
      currentParticipants: buy.current_participants,
      minParticipants: buy.min_participants,
    }),
    isFull:
      buy.current_quantity >= buy.target_quantity ||
      (buy.max_participants !== null && buy.current_participants >= buy.max_participants),
  }
}
