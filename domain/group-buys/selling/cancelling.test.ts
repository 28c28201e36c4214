import { expect, it } from 'vitest'
import { cancellableUntil } from './cancelling.ts'

const buy = { status: 'active', endDate: new Date('2026-03-12T16:00:00Z'), shareDate: '2026-03-20' }

it('is a day before the window closes', () => {
  expect(cancellableUntil(buy)?.toISOString()).toBe('2026-03-11T16:00:00.000Z')
})

it('is the end of the last day that is more than a day before the sharing day, once confirmed', () => {
  expect(cancellableUntil({ ...buy, status: 'confirmed' })?.toISOString()).toBe('2026-03-18T22:59:59.000Z')
  expect(cancellableUntil({ ...buy, status: 'confirmed', shareDate: null })).toBe(null)
})
