import { expect, it } from 'vitest'
import { formatAwaitedDay, formatDay, formatLongDate, formatMoment } from './date-text.ts'

const at = (text: string) => new Date(text)

it('formats times in Lagos', () => {
  expect(formatMoment(at('2026-03-14T16:00:00Z'))).toBe('Sat 14 Mar, 5 pm')
  expect(formatMoment(at('2026-03-14T22:59:59Z'))).toBe('Sat 14 Mar, 11:59 pm')
  expect(formatMoment(at('2026-03-14T23:00:00Z'))).toBe('Sun 15 Mar, 12 midnight')
  expect(formatMoment(at('2026-03-14T11:05:00Z'))).toBe('Sat 14 Mar, 12:05 pm')
})

it('formats days, short and long', () => {
  expect(formatDay('2026-03-01')).toBe('Sun 1 Mar')
  expect(formatLongDate('2025-02-09')).toBe('9 February 2025')
  expect(formatAwaitedDay('2026-12-01')).toBe('Tuesday, 1 December')
})
