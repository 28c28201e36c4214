import { describe, expect, it } from 'vitest'
import { english } from '#web/languages/i18n.ts'
import { day, kobo, longDay, moment, naira, peps, plural, timeLeft } from './format.ts'

describe('money as people read it', () => {
  it('shows kobo only when they are not zero', () => {
    expect(naira('68000.00')).toBe('₦68,000')
    expect(naira(77900.5)).toBe('₦77,900.50')
    expect(kobo(6800000)).toBe('₦68,000')
    expect(peps('1250.00')).toBe('1,250 PEPS')
  })
})

describe('dates in Lagos', () => {
  it('crosses midnight an hour before UTC does', () => {
    expect(moment('2026-03-14T16:00:00Z')).toBe('Sat 14 Mar, 5 pm')
    expect(day('2026-03-14T23:30:00Z')).toBe('Sun 15 Mar')
    expect(day('2026-03-14')).toBe('Sat 14 Mar')
    expect(longDay('2025-02-01T00:00:00Z')).toBe('1 February 2025')
  })
})

it('counts things', () => {
  expect(plural(1, 'bag')).toBe('1 bag')
  expect(plural(1200, 'person', 'people')).toBe('1,200 people')
})

it.each([
  ['2026-03-17T12:00:00Z', '3 days left'],
  ['2026-03-15T12:00:01Z', '2 days left'],
  ['2026-03-15T12:00:00Z', '24 hours left'],
  ['2026-03-14T13:00:00Z', '1 hour left'],
  ['2026-03-14T12:00:20Z', '1 minute left'],
  ['2026-03-14T12:00:00Z', 'Ended'],
])('time left until %s', (end, text) => expect(timeLeft(english, end, '2026-03-14T12:00:00Z')).toBe(text))
