import { axisTopKobo, type PriceHistory } from '#domain/products/price-history.ts'
import { DAY_MS } from '#domain/time/calendar.ts'

/** Units of the drawing, about pixels on a phone. */
export const WIDTH = 320
export const HEIGHT = 150
export const PLOT_TOP = 18
export const PLOT_BOTTOM = 130

/** Positions of days and prices. The axis begins at ₦0, so that a small change looks small. */
export function priceScale({ from, to, highestKobo }: Pick<PriceHistory, 'from' | 'to' | 'highestKobo'>) {
  const topKobo = axisTopKobo(highestKobo)
  const daysFrom = (day: string) => (Date.parse(day) - Date.parse(from)) / DAY_MS
  const days = Math.max(1, daysFrom(to))
  return {
    topKobo,
    x: (day: string) => Math.round((daysFrom(day) / days) * WIDTH),
    y: (priceKobo: number) => Math.round(PLOT_BOTTOM - (priceKobo / topKobo) * (PLOT_BOTTOM - PLOT_TOP)),
  }
}

/** The path of the price alone: level until the day of a change, and up to today. */
export function lineThrough(history: PriceHistory): string {
  const { x, y } = priceScale(history)
  const [first, ...changes] = history.alone
  if (!first) return ''
  const steps = changes.map(({ day, priceKobo }) => `H${x(day)}V${y(priceKobo)}`)
  return `M${x(first.day)} ${y(first.priceKobo)}${steps.join('')}H${WIDTH}`
}
