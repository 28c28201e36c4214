import { expect, test } from 'vitest'
import { createTokenBuckets } from './token-buckets.ts'

test('allows a burst, then what has been refilled, for each key separately', () => {
  let now = 0
  const budget = createTokenBuckets({ burst: 100, perSecond: 10, clock: () => now })
  expect(budget.spend('a', 60)).toBe(0)
  expect(budget.spend('a', 60)).toBe(2)
  expect(budget.spend('a', 40)).toBe(0)
  expect(budget.spend('a', 1)).toBe(1)
  expect(budget.spend('b', 100)).toBe(0)
  now = 5_000
  expect(budget.spend('a', 51)).toBe(1)
  expect(budget.spend('a', 50)).toBe(0)
})

test('allows one cost above the capacity when the bucket is full', () => {
  const budget = createTokenBuckets({ burst: 100, perSecond: 10, clock: () => 0 })
  expect(budget.spend('a', 500)).toBe(0)
  expect(budget.spend('a', 1)).toBe(41)
})
