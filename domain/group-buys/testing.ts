// Arbitrary prices for property tests.
import fc from 'fast-check'
import type { Prices } from './price/price-tiers.ts'

/** Base price and up to 10 tiers, thresholds rising, prices falling. */
export const arbitraryPrices: fc.Arbitrary<Prices> = fc
  .record({
    thresholds: fc.uniqueArray(fc.integer({ min: 1, max: 150 }), { maxLength: 10 }),
    prices: fc.uniqueArray(fc.bigInt({ min: 100n, max: 10_000_000_000n }), { minLength: 11, maxLength: 11 }),
  })
  .map(({ thresholds, prices }) => {
    const falling = prices.toSorted((a, b) => (a < b ? 1 : -1))
    const tiers = thresholds
      .toSorted((a, b) => a - b)
      .map((participants, i) => ({ participants, priceKobo: falling[i + 1] ?? 1n }))
    return { basePriceKobo: falling[0] ?? 1n, tiers }
  })
