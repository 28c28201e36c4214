import { expect, test } from 'vitest'
import { pauseMsAfter } from './pause-after.ts'

test('a few messages are followed soon by the next', () => expect(pauseMsAfter({ completed: 3, tookMs: 15 })).toBe(100))

test('in a rush, the pause and the batches around it take half a second together', () => {
  for (const tookMs of [10, 80, 200]) expect(tookMs + pauseMsAfter({ completed: 150, tookMs }) + tookMs).toBe(500)
})

test('a relay that is slow does not wait longer than a quiet one', () =>
  expect(pauseMsAfter({ completed: 500, tookMs: 900 })).toBe(100))
