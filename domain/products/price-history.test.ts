import { expect, test } from 'vitest'
import { addDays } from '#domain/time/calendar.ts'
import { axisTopKobo, MAX_PRICES_SHOWN, priceHistory } from './price-history.ts'

const TODAY = '2026-11-28'
const at = (day: string, naira: number) => ({ day, priceKobo: naira * 100 })

test('nothing is drawn while there is one price only', () => {
  expect(priceHistory({ alone: [], together: [] }, TODAY)).toBeNull()
  expect(priceHistory({ alone: [at('2026-05-01', 500)], together: [] }, TODAY)).toBeNull()
  expect(priceHistory({ alone: [at('2026-05-01', 500)], together: [at('2026-06-01', 500)] }, TODAY)).toBeNull()
  expect(priceHistory({ alone: [at('2026-05-01', 500), at('2026-06-01', 500)], together: [] }, TODAY)).toBeNull()
})

test('one price alone and another in a group buy are compared', () => {
  expect(priceHistory({ alone: [at('2026-05-01', 500)], together: [at('2026-06-01', 450)] }, TODAY)).toEqual({
    from: '2026-05-01',
    to: TODAY,
    alone: [at('2026-05-01', 500)],
    together: [at('2026-06-01', 450)],
    lowestKobo: 45_000,
    highestKobo: 50_000,
  })
})

test('the price that was in force a year ago begins the line, and earlier ones are not counted', () => {
  const alone = [at('2024-01-01', 900), at('2025-11-01', 500), at('2026-02-01', 600)]
  const together = [at('2025-11-27', 100), at('2025-11-28', 450)]
  expect(priceHistory({ alone, together }, TODAY)).toMatchObject({
    from: '2025-11-28',
    alone: [at('2025-11-28', 500), at('2026-02-01', 600)],
    together: [at('2025-11-28', 450)],
    lowestKobo: 45_000,
    highestKobo: 60_000,
  })
})

test('a price that did not change is one point', () => {
  const alone = [at('2026-01-01', 500), at('2026-02-01', 500), at('2026-03-01', 600), at('2026-04-01', 500)]
  expect(priceHistory({ alone, together: [] }, TODAY)?.alone).toEqual([
    at('2026-01-01', 500),
    at('2026-03-01', 600),
    at('2026-04-01', 500),
  ])
})

test('of many changes the newest are shown, and the line begins with them', () => {
  const alone = Array.from({ length: 60 }, (_, index) => at(addDays('2026-01-01', index), 500 + index))
  const history = priceHistory({ alone, together: [] }, TODAY)
  expect(history?.alone).toHaveLength(MAX_PRICES_SHOWN)
  expect(history?.alone.at(-1)).toEqual(alone.at(-1))
  expect(history?.from).toBe(history?.alone[0]?.day)
})

test.each([
  [46_800, 50_000],
  [50_000, 50_000],
  [50_001, 55_000],
  [9_950, 10_000],
  [1, 1],
])('an axis for ₦%i ends at ₦%i, a round amount that is not below it', (highest, top) => {
  expect(axisTopKobo(highest * 100)).toBe(top * 100)
})
