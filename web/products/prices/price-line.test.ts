import { expect, test } from 'vitest'
import { lineThrough, PLOT_BOTTOM, PLOT_TOP, priceScale } from './price-line.ts'

const HISTORY = {
  from: '2026-01-01',
  to: '2026-12-27',
  alone: [
    { day: '2026-01-01', priceKobo: 5_000_000 },
    { day: '2026-06-30', priceKobo: 2_500_000 },
  ],
  together: [],
  lowestKobo: 2_500_000,
  highestKobo: 5_000_000,
}

test('the axis begins at zero: half the price is half as high', () => {
  const { x, y, topKobo } = priceScale(HISTORY)
  expect(topKobo).toBe(5_000_000)
  expect([y(0), y(2_500_000), y(5_000_000)]).toEqual([PLOT_BOTTOM, (PLOT_BOTTOM + PLOT_TOP) / 2, PLOT_TOP])
  expect([x('2026-01-01'), x('2026-06-30'), x('2026-12-27')]).toEqual([0, 160, 320])
})

test('a price holds until the next one, and the last one until today', () => {
  expect(lineThrough(HISTORY)).toBe('M0 18H160V74H320')
  expect(lineThrough({ ...HISTORY, alone: [] })).toBe('')
})
