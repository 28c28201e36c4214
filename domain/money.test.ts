import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  allocate,
  feeKobo,
  feeRefundKobo,
  formatNaira,
  koboToNaira,
  minKobo,
  nairaToKobo,
  parseNaira,
  percent,
} from './money.ts'

const MAX_KOBO = 99_999_999_999_999n
const anyKobo = fc.bigInt({ min: -MAX_KOBO, max: MAX_KOBO })
const positiveKobo = fc.bigInt({ min: 1n, max: 10_000_000_000n })

describe('reading naira', () => {
  it.each([
    ['1,234.50', 123_450n],
    ['68000', 6_800_000n],
    ['₦68,000', 6_800_000n],
    ['N 500', 50_000n],
    [' 0.5 ', 50n],
    ['-20.05', -2_005n],
    ['999999999999.99', MAX_KOBO],
  ])('%s', (text, kobo) => expect(parseNaira(text)).toBe(kobo))

  it.each(['', 'abc', '1.234', '1,23', '12,34,567', '1e5', '0x10', '.5', '5.', '1 000', '1000000000000', 'NaN', '١٢'])(
    'refuses %j',
    (text) => expect(parseNaira(text)).toBeNull(),
  )

  it('reads catalogue numbers without losing a kobo', () => {
    fc.assert(
      fc.property(anyKobo, (kobo) => {
        expect(nairaToKobo(Number(koboToNaira(kobo)))).toBe(kobo)
        expect(nairaToKobo(koboToNaira(kobo))).toBe(kobo)
      }),
    )
  })

  it('throws on a value that is not naira', () => expect(() => nairaToKobo('1.999')).toThrow(/not an amount/))
})

describe('writing naira', () => {
  it.each([
    [6_800_000n, '₦68,000'],
    [7_790_050n, '₦77,900.50'],
    [5n, '₦0.05'],
    [0n, '₦0'],
    [-123_456_789n, '-₦1,234,567.89'],
  ])('%s kobo', (kobo, text) => expect(formatNaira(kobo)).toBe(text))

  it('round-trips', () => {
    fc.assert(
      fc.property(positiveKobo, (kobo) => {
        expect(parseNaira(formatNaira(kobo))).toBe(kobo)
      }),
    )
  })
})

describe('fees (money.md 2, Rounding)', () => {
  it('follows the worked example', () => expect(feeKobo(7_600_000n, 250)).toBe(190_000n))

  it('differs from the exact percentage by less than one kobo', () => {
    fc.assert(
      fc.property(positiveKobo, fc.constantFrom(50, 250, 500), (amount, bps) => {
        const short = amount * BigInt(bps) - feeKobo(amount, bps) * 10_000n
        expect(short >= 0n && short < 10_000n).toBe(true)
      }),
    )
  })

  it('returns exactly F over any chain of partial refunds', () => {
    fc.assert(
      fc.property(positiveKobo, fc.array(positiveKobo, { maxLength: 20 }), (goodsKobo, parts) => {
        const orderFeeKobo = feeKobo(goodsKobo, 250)
        let refundedBeforeKobo = 0n
        let back = 0n
        for (const part of [...parts, goodsKobo]) {
          const refundedAfterKobo = minKobo(refundedBeforeKobo + part, goodsKobo)
          const step = feeRefundKobo({ orderFeeKobo, goodsKobo, refundedBeforeKobo, refundedAfterKobo })
          expect(step >= 0n).toBe(true)
          back += step
          refundedBeforeKobo = refundedAfterKobo
        }
        expect(back).toBe(orderFeeKobo)
      }),
    )
  })
})

describe('allocation', () => {
  it('gives the rest to the largest remainders', () => {
    expect(allocate(100n, [1n, 1n, 1n])).toEqual([34n, 33n, 33n])
    expect(allocate(10n, [5n, 3n, 0n])).toEqual([6n, 4n, 0n])
    expect(allocate(10n, [0n, 0n])).toEqual([0n, 0n])
  })

  it('always adds up to the total and is off by less than one unit', () => {
    const weights = fc.array(fc.bigInt({ min: 0n, max: 10_000n }), { minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(positiveKobo, weights, (total, given) => {
        const sum = given.reduce((a, b) => a + b, 0n)
        fc.pre(sum > 0n)
        const shares = allocate(total, given)
        expect(shares.reduce((a, b) => a + b, 0n)).toBe(total)
        shares.forEach((share, i) => {
          const stray = share * sum - total * (given[i] ?? 0n)
          expect(stray > -sum && stray < sum).toBe(true)
        })
      }),
    )
  })
})

describe('percent', () => {
  it('rounds to the nearest whole number', () => {
    expect(percent(1, 3)).toBe(33)
    expect(percent(2, 3)).toBe(67)
    expect(percent(23, 5)).toBe(460)
    expect(percent(1, 0)).toBe(0)
  })
})
