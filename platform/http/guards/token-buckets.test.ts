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

test('the least recently used of 20,000 buckets is forgotten', () => {
  const buckets = createTokenBuckets({ burst: 1, perSecond: 0.001, clock: () => 0 })
  expect(buckets.spend('first', 1)).toBe(0)
  for (let key = 0; key < 19_999; key += 1) buckets.spend(`${key}`, 1)
  expect(buckets.spend('first', 1)).toBeGreaterThan(0)
  for (let key = 0; key < 20_000; key += 1) buckets.spend(`more ${key}`, 1)
  expect(buckets.spend('first', 1)).toBe(0)
})
