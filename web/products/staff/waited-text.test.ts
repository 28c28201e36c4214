import { expect, test } from 'vitest'
import { waitedText } from './waited-text.ts'

test.each([
  ['2026-03-01T10:00:00Z', '0 hours'],
  ['2026-03-01T09:00:00Z', '1 hour'],
  ['2026-02-27T10:00:01Z', '47 hours'],
  ['2026-02-27T10:00:00Z', '2 days'],
  ['2026-02-02T10:00:00Z', '27 days'],
  ['2026-03-01T11:00:00Z', '0 hours'],
])('what waits since %s waits %s', (since, text) => {
  expect(waitedText(since, '2026-03-01T10:00:00Z')).toBe(text)
})
