import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { priceAt } from '#domain/group-buys/price/price-tiers.ts'
import { arbitraryPrices } from '#domain/group-buys/testing.ts'
import { orderAmounts, settledAmounts } from './amounts.ts'
import { cartTotals, totalsByVendor } from './cart-totals.ts'

describe('the worked example of semantics.md 2', () => {
  it.each([
    // final price, refund, vendor, platform, referral (part of the platform's)
    [7_600_000n, 0n, 7_220_000n, 570_000n, 38_000n],
    [7_200_000n, 410_000n, 6_840_000n, 540_000n, 36_000n],
    [6_800_000n, 820_000n, 6_460_000n, 510_000n, 34_000n],
  ])('settled at %s', (finalUnitPriceKobo, back, vendor, platform, referral) => {
    const settled = settledAmounts({
      finalUnitPriceKobo,
      ceilingUnitPriceKobo: 7_600_000n,
      quantity: 1,
      hasReferrer: true,
    })
    expect(settled.comesBackKobo).toBe(back)
    expect(settled.vendorGetsKobo).toBe(vendor)
    expect(settled.feeKobo + settled.vendorFeeKobo).toBe(platform)
    expect(settled.referralKobo).toBe(referral)
  })
})

it('accounts for every kobo collected', () => {
  const counts = fc.record({
    paid: fc.integer({ min: 1, max: 200 }),
    min: fc.integer({ min: 1, max: 50 }),
    quantity: fc.integer({ min: 1, max: 999 }),
  })
  fc.assert(
    fc.property(arbitraryPrices, counts, fc.boolean(), (prices, { paid, min, quantity }, hasReferrer) => {
      fc.pre(paid >= min)
      const ceilingUnitPriceKobo = priceAt(prices, min)
      const finalUnitPriceKobo = priceAt(prices, paid)
      const due = orderAmounts({ unitPriceKobo: prices.basePriceKobo, ceilingUnitPriceKobo, quantity })
      const settled = settledAmounts({ finalUnitPriceKobo, ceilingUnitPriceKobo, quantity, hasReferrer })
      expect(settled.comesBackKobo >= 0n).toBe(true)
      expect(settled.vendorGetsKobo * 100n >= settled.goodsKobo * 95n).toBe(true)
      expect(due.amountDueKobo).toBe(
        settled.vendorGetsKobo + settled.vendorFeeKobo + settled.feeKobo + settled.comesBackKobo,
      )
    }),
  )
})

it('adds delivery and subtracts PEPS', () => {
  const charge = { unitPriceKobo: 100_000n, ceilingUnitPriceKobo: 100_000n, quantity: 2 }
  expect(orderAmounts({ ...charge, deliveryFeeKobo: 50_000n, pepsKobo: 5_000n }).amountDueKobo).toBe(250_000n)
  expect(orderAmounts({ ...charge, ceilingUnitPriceKobo: 99n, quantity: 1 }).feeKobo).toBe(2n)
})

describe('the cart', () => {
  it('makes one order per vendor and sums them', () => {
    const lines = [
      { priceKobo: 99n, quantity: 1, vendorId: 'a' },
      { priceKobo: 99n, quantity: 1, vendorId: 'b' },
      { priceKobo: 1_000n, quantity: 3, vendorId: 'a' },
    ]
    expect(totalsByVendor(lines, 250)).toEqual([
      { vendorId: 'a', goodsKobo: 3_099n, feeKobo: 77n, totalKobo: 3_176n },
      { vendorId: 'b', goodsKobo: 99n, feeKobo: 2n, totalKobo: 101n },
    ])
    expect(cartTotals(lines, 250)).toEqual({ goodsKobo: 3_198n, feeKobo: 79n, totalKobo: 3_277n })
    expect(cartTotals(lines, 300).feeKobo).toBe(94n)
    expect(cartTotals([], 250)).toEqual({ goodsKobo: 0n, feeKobo: 0n, totalKobo: 0n })
  })
})
