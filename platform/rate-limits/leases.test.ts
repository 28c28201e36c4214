import { expect, test } from 'vitest'
import { createLeases } from './leases.ts'
import type { Limit } from './rate-limits.ts'

function counted(blocks: number) {
  const asked: Limit[] = []
  return {
    asked,
    rateLimits: {
      take: async (limits: Limit[]) => {
        asked.push(...limits)
        return asked.length > blocks ? 30 : 0
      },
    },
  }
}

test('many takings ask once a block, also at the same time', async () => {
  const { asked, rateLimits } = counted(10)
  const leases = createLeases({ rateLimits, tries: 1_000, windowSeconds: 60, block: 100 })
  const waits = await Promise.all(Array.from({ length: 150 }, () => leases.take('a', 1)))
  expect([...new Set(waits)]).toEqual([0])
  expect(asked).toEqual([
    { key: 'a', tries: 10, windowSeconds: 60 },
    { key: 'a', tries: 10, windowSeconds: 60 },
  ])
})

test('once refused, it waits without asking again, and others go on', async () => {
  const { asked, rateLimits } = counted(1)
  const leases = createLeases({ rateLimits, tries: 1_000, windowSeconds: 60, block: 10 })
  expect(await leases.take('a', 8)).toBe(0)
  expect(await leases.take('a', 8)).toBe(30)
  expect(await leases.take('a', 8)).toBeGreaterThan(29)
  expect(await leases.take('a', 2)).toBe(0)
  expect(asked).toHaveLength(2)
  expect(await leases.take('b', 1)).toBe(30)
})

test('more units than a block cost one block', async () => {
  const { asked, rateLimits } = counted(10)
  const leases = createLeases({ rateLimits, tries: 1_000, windowSeconds: 60, block: 10 })
  expect(await leases.take('a', 500)).toBe(0)
  expect(asked).toHaveLength(1)
})
