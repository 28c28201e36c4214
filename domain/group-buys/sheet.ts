// The settlement sheet of a buy, which accounts for every kobo. The sums come from the ledger (view `buy_sheets`).
import type { TranslatableText } from '#domain/texts/translatable-text.ts'
import type { GroupBuyState } from './states.ts'

/** States with a public sheet: from settlement on. */
const SHEET_STATES: readonly GroupBuyState[] = ['settling', 'confirmed', 'ready', 'completed', 'failed', 'cancelled']

export const hasSheet = (status: string): boolean => (SHEET_STATES as readonly string[]).includes(status)

/** A row of `buy_sheets` in wire format; amounts in kobo. */
export interface BuySums {
  collected_kobo: number
  /** Paid by the market from its own funds. */
  loss_kobo: number
  held_kobo: number
  returned_kobo: number
  vendor_kobo: number
  vendor_fee_kobo: number
  buyer_fee_kobo: number
  delivery_kobo: number
  /** Chargebacks by buyers' banks. */
  reversed_kobo: number
}

/** Total received and total accounted for; a difference means an error in the ledger. */
export function sheetTotals(sums: BuySums): { inKobo: number; outKobo: number; addsUp: boolean } {
  const inKobo = sums.collected_kobo + sums.loss_kobo
  const { held_kobo, returned_kobo, vendor_kobo, vendor_fee_kobo, buyer_fee_kobo, delivery_kobo, reversed_kobo } = sums
  const feesAndReversedKobo = vendor_fee_kobo + buyer_fee_kobo + delivery_kobo + reversed_kobo
  const outKobo = held_kobo + returned_kobo + vendor_kobo + feesAndReversedKobo
  return { inKobo, outKobo, addsUp: inKobo === outKobo }
}

/** "2 of 2 refunds done"; null if no refunds are due. */
export function refundSentence({ due, done }: { due: number; done: number }): TranslatableText | null {
  if (due === 0) return null
  const one = /*i18n*/ '{done} of {due} refund done'
  return { text: due === 1 ? one : /*i18n*/ '{done} of {due} refunds done', values: { done, due } }
}
