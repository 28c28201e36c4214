import { expect, test } from 'vitest'
import { findSeededFaults } from '#server/testing/money/find-seeded-faults.ts'

// money.md, T24.
test('of 10,000 records with 100 faults, 100 are found and no other; without refunds some are missed', async () => {
  const { found, seeded, withoutRefunds } = await findSeededFaults({ records: 10_000, faults: 100 })
  expect(seeded).toHaveLength(100)
  expect(found).toEqual(seeded)
  expect(withoutRefunds.length).toBeLessThan(100)
}, 900_000)
