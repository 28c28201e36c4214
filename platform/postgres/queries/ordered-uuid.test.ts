import { expect, test } from 'vitest'
import { orderedUuid } from './ordered-uuid.ts'

test('is a UUID of version 7 that begins with the time in milliseconds', () => {
  const before = Date.now()
  const id = orderedUuid()
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  const time = Number.parseInt(id.slice(0, 13).replace('-', ''), 16)
  expect(time).toBeGreaterThanOrEqual(before)
  expect(time).toBeLessThanOrEqual(Date.now())
})

test('is another one each time', () => {
  expect(new Set(Array.from({ length: 1_000 }, orderedUuid)).size).toBe(1_000)
})
