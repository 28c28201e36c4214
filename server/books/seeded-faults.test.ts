import { expect, test } from 'vitest'
import { findSeededFaults } from '#server/testing/money/find-seeded-faults.ts'

// money.md, T24, small size; the full size is server/books/ten-thousand-records.test.ts.
test('of 1,000 records with 20 faults, 20 are found and no other; without refunds some are missed', async () => {
  const { found, seeded, withoutRefunds } = await findSeededFaults({ records: 1_000, faults: 20 })
  expect(seeded).toHaveLength(20)
  expect(found).toEqual(seeded)
  expect(withoutRefunds.length).toBeLessThan(20)
})
