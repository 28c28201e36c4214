import { expect, test } from 'vitest'
import { createLeases } from './leases.ts'
import type { Limit } from './rate-limits.ts'

function countingLimits(blocks: number) {
  const requests: Limit[] = []
  return {
    requests,
    rateLimits: {
      take: async (limits: Limit[]) => {
        requests.push(...limits)
        return requests.length > blocks ? 30 : 0
      },
    },
  }
}

test('queries the database once per block, also for concurrent calls', async () => {
  const { requests, rateLimits } = countingLimits(10)
  const leases = createLeases({ rateLimits, tries: 1_000, windowSeconds: 60, block: 100 })
  const waits = await Promise.all(Array.from({ length: 150 }, () => leases.take('a', 1)))
  expect([...new Set(waits)]).toEqual([0])
  expect(requests).toEqual([
    { key: 'a', tries: 10, windowSeconds: 60 },
    { key: 'a', tries: 10, windowSeconds: 60 },
  ])
})

test('after a rejection, queries no more for that key until the wait is over', async () => {
  const { requests, rateLimits } = countingLimits(1)
  const leases = createLeases({ rateLimits, tries: 1_000, windowSeconds: 60, block: 10 })
  expect(await leases.take('a', 8)).toBe(0)
  expect(await leases.take('a', 8)).toBe(30)
  expect(await leases.take('a', 8)).toBeGreaterThan(29)
  expect(await leases.take('a', 2)).toBe(0)
  expect(requests).toHaveLength(2)
  expect(await leases.take('b', 1)).toBe(30)
})

test('more units than a block cost one block', async () => {
  const { requests, rateLimits } = countingLimits(10)
  const leases = createLeases({ rateLimits, tries: 1_000, windowSeconds: 60, block: 10 })
  expect(await leases.take('a', 500)).toBe(0)
  expect(requests).toHaveLength(1)
})
