import { addDays } from '#domain/time/calendar.ts'

/** One price on a day in Lagos ('YYYY-MM-DD'). */
export interface DatedPrice {
  day: string
  priceKobo: number
}

export interface PriceHistory {
  /** First and last day of the time shown. */
  from: string
  to: string
  /** The price outside of group buys: each is in force until the next one. */
  alone: DatedPrice[]
  /** The prices paid in group buys, on the days on which they became final. */
  together: DatedPrice[]
  lowestKobo: number
  highestKobo: number
}

const DAYS_SHOWN = 365
/** A phone's line cannot show more; of more changes, the newest. */
export const MAX_PRICES_SHOWN = 16

/**
 * A product's prices over the last year: changes of its base price, and final prices of its group buys, both in
 * ascending order of their days. Null if there is one price only: then there is nothing to compare.
 */
export function priceHistory(
  { alone, together }: { alone: readonly DatedPrice[]; together: readonly DatedPrice[] },
  today: string,
): PriceHistory | null {
  const from = addDays(today, -DAYS_SHOWN)
  const before = alone.findLast(({ day }) => day <= from)
  const changes = [
    ...(before ? [{ day: from, priceKobo: before.priceKobo }] : []),
    ...alone.filter(({ day }) => day > from && day <= today),
  ].filter(({ priceKobo }, index, all) => priceKobo !== all[index - 1]?.priceKobo)
  const shown = {
    alone: changes.slice(-MAX_PRICES_SHOWN),
    together: together.filter(({ day }) => day >= from && day <= today).slice(-MAX_PRICES_SHOWN),
  }
  const prices = [...shown.alone, ...shown.together].map(({ priceKobo }) => priceKobo)
  if (new Set(prices).size < 2) return null
  const days = [...shown.alone, ...shown.together].map(({ day }) => day).sort()
  return {
    from: days[0] ?? from,
    to: today,
    alone: shown.alone,
    together: shown.together,
    lowestKobo: Math.min(...prices),
    highestKobo: Math.max(...prices),
  }
}

/** The end of an axis that begins at zero: the next half step of the amount's power of ten. */
export function axisTopKobo(highestKobo: number): number {
  const half = 10 ** Math.floor(Math.log10(highestKobo)) / 2
  return Math.ceil(highestKobo / half) * half
}
