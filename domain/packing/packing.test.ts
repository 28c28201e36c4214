import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isRefusal } from '#domain/refusal.ts'
import { formatInEnglish } from '#domain/texts/translatable-text.ts'
import {
  type AffectedLine,
  allocateShortfall,
  needsAnswer,
  needsPhotograph,
  splitLiability,
  thousandths,
} from './shortfall.ts'
import { decimalText } from './weight-text.ts'
import { gramsOfUnit, kilograms, shortThousandths, weighInFault } from './weights.ts'

const line = (facts: Partial<AffectedLine> & { lineId: string }): AffectedLine => ({
  orderId: facts.lineId,
  leftThousandths: 1000n,
  leftKobo: 100n,
  paidAt: new Date(0),
  orderNo: 1,
  ...facts,
})

function shares(lines: readonly AffectedLine[], missing: bigint) {
  const shared = allocateShortfall(lines, missing)
  if (isRefusal(shared)) throw new Error(formatInEnglish(shared.message))
  return shared
}

describe('allocating a shortfall', () => {
  test('12 of 300 kg reduce every order by 4%', () => {
    const lines = [200n, 100n].map((kg, index) =>
      line({ lineId: `${index}`, leftThousandths: kg * 1000n, leftKobo: kg * 50_000n, orderNo: index }),
    )
    expect(shares(lines, 12_000n)).toEqual([
      { lineId: '0', orderId: '0', missingThousandths: 8000n, goodsKobo: 400_000n },
      { lineId: '1', orderId: '1', missingThousandths: 4000n, goodsKobo: 200_000n },
    ])
  })

  test('units are not split: they go by largest remainder, then earlier payment', () => {
    const lines = [
      line({ lineId: 'late', paidAt: new Date(3), orderNo: 1 }),
      line({ lineId: 'second', paidAt: new Date(2), orderNo: 3 }),
      line({ lineId: 'first', paidAt: new Date(2), orderNo: 2 }),
      line({ lineId: 'big', paidAt: new Date(9), orderNo: 4, leftThousandths: 3000n, leftKobo: 300n }),
    ]
    const lost = (missing: bigint) =>
      Object.fromEntries(shares(lines, missing).map(({ lineId, missingThousandths }) => [lineId, missingThousandths]))
    expect(lost(1000n)).toEqual({ big: 1000n })
    expect(lost(2000n)).toEqual({ big: 1000n, first: 1000n })
    expect(lost(3000n)).toEqual({ big: 1000n, first: 1000n, second: 1000n })
    expect(allocateShortfall(lines, 1500n)).toMatchObject({
      code: 'shares_are_whole',
      message: 'Buyers share whole units: enter 1 or 2.',
    })
  })

  test('sums are exact, no order loses more than it has, and a sequence ends at exactly zero', () => {
    const lines = fc.array(
      fc.record({
        units: fc.bigInt(1n, 9_000n),
        priceKobo: fc.bigInt(1n, 9_000_000n),
        paidAt: fc.integer({ min: 0, max: 5 }).map((second) => new Date(second * 1000)),
      }),
      { minLength: 1, maxLength: 40 },
    )
    const steps = fc.array(fc.double({ min: 0.001, max: 1, noNaN: true }), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(lines, steps, (rows, parts) => {
        let open = rows.map(({ units, priceKobo, paidAt }, index) =>
          line({
            paidAt,
            lineId: `${index}`,
            orderNo: index,
            leftThousandths: units * 1000n,
            leftKobo: units * priceKobo,
          }),
        )
        for (const [step, part] of [...parts, 1].entries()) {
          const left = open.reduce((all, { leftThousandths }) => all + leftThousandths / 1000n, 0n)
          if (left === 0n) return
          const units = step === parts.length ? left : BigInt(Math.max(1, Math.floor(Number(left) * part)))
          const cut = new Map(shares(open, units * 1000n).map((share) => [share.lineId, share]))
          expect([...cut.values()].reduce((all, share) => all + share.missingThousandths, 0n)).toBe(units * 1000n)
          open = open.map((row) => {
            const share = cut.get(row.lineId)
            expect((share?.missingThousandths ?? 0n) % 1000n).toBe(0n)
            return {
              ...row,
              leftThousandths: row.leftThousandths - (share?.missingThousandths ?? 0n),
              leftKobo: row.leftKobo - (share?.goodsKobo ?? 0n),
            }
          })
          // The remaining goods have the value of their units at the price.
          for (const [index, row] of open.entries())
            expect(row.leftKobo).toBe((row.leftThousandths / 1000n) * (rows[index]?.priceKobo ?? 0n))
        }
        expect(open.every(({ leftThousandths, leftKobo }) => leftThousandths === 0n && leftKobo === 0n)).toBe(true)
      }),
    )
  })

  test('rejects more missing units than are outstanding', () => {
    expect(allocateShortfall([line({ lineId: 'a' })], 2000n)).toMatchObject({ code: 'more_than_is_coming' })
    expect(allocateShortfall([], 1000n)).toMatchObject({ code: 'more_than_is_coming' })
  })

  test('more than a fifth, or more than the limit, needs an answer, with earlier entries included', () => {
    const isAnswerNeeded = (missing: bigint, kobo: bigint, before = { missingThousandths: 0n, goodsKobo: 0n }) =>
      needsAnswer({
        missingThousandths: missing,
        goodsKobo: kobo,
        before,
        wholeThousandths: 20_000n,
        most: { percent: 20n, kobo: 5_000_000n },
      })
    expect([isAnswerNeeded(4000n, 5_000_000n), isAnswerNeeded(5000n, 1n), isAnswerNeeded(1000n, 5_000_001n)]).toEqual([
      false,
      true,
      true,
    ])
    expect(isAnswerNeeded(1000n, 1n, { missingThousandths: 4000n, goodsKobo: 1n })).toBe(true)
    expect(isAnswerNeeded(1000n, 1n, { missingThousandths: 0n, goodsKobo: 5_000_000n })).toBe(true)
  })

  test('damaged goods, and more than the weigh-in found, need a photograph', () => {
    const isPhotographNeeded = (kind: 'short' | 'damaged', missing: bigint, before: bigint, found: bigint) =>
      needsPhotograph({ kind, missingThousandths: missing, beforeThousandths: before, foundThousandths: found })
    expect([isPhotographNeeded('short', 2000n, 0n, 2000n), isPhotographNeeded('short', 2000n, 1000n, 2000n)]).toEqual([
      false,
      true,
    ])
    expect([isPhotographNeeded('damaged', 1000n, 0n, 2000n), isPhotographNeeded('short', 1000n, 0n, 0n)]).toEqual([
      true,
      true,
    ])
  })
})

test('the vendor is liable for shortage on arrival, the hub for later losses', () => {
  const bears = (missing: bigint, found: bigint | null, entered = 0n) => {
    const { vendorThousandths, hubThousandths } = splitLiability({
      missingThousandths: missing,
      foundThousandths: found,
      enteredThousandths: entered,
    })
    return [vendorThousandths, hubThousandths]
  }
  expect(bears(12n, null)).toEqual([12n, 0n])
  expect(bears(12n, 12n)).toEqual([12n, 0n])
  expect(bears(12n, 0n)).toEqual([0n, 12n])
  expect(bears(12n, 10n)).toEqual([10n, 2n])
  expect(bears(12n, 20n, 15n)).toEqual([5n, 7n])
  expect(bears(12n, 10n, 11n)).toEqual([0n, 12n])
})

test('reads weights in kilograms, and rejects zero, negative and excessive ones', () => {
  const read = (raw: unknown) => kilograms({ label: 'Weight' })(raw)
  expect(['49.5', '1,250', '0.001', '3 kg', 12].map((raw) => read(raw))).toEqual(
    [49_500, 1_250_000, 1, 3000, 12_000].map((value) => ({ value })),
  )
  for (const raw of ['0', '-1', '-0.5', '', 'NaN', 'Infinity', '1e9', '9999999999', '1.2345', 'much', null])
    expect(read(raw), String(raw)).toHaveProperty('error')
  const count = (raw: unknown) => thousandths({ label: 'Missing' })(raw)
  expect([count('12'), count('0.5'), count('1,000.25')]).toEqual([12_000, 500, 1_000_250].map((value) => ({ value })))
  for (const raw of ['0', '-3', '0.0001', '', '12345678']) expect(count(raw), raw).toHaveProperty('error')
})

test('reads the weight of a unit from its name', () => {
  const of = (unit: string, name = '') => gramsOfUnit({ unit, name })
  expect([of('kg'), of('50 kg bag'), of('bag', 'Rice, 25kg'), of('bag', 'Rice'), of('crate', 'Eggs of 30')]).toEqual([
    1000,
    50_000,
    25_000,
    null,
    null,
  ])
})

test('rejects implausible weigh-ins', () => {
  expect(weighInFault({ units: 50, grams: 2_500_000 }, 50_000)).toBe(null)
  expect(weighInFault({ units: 50, grams: null }, null)).toBe(null)
  expect(weighInFault({ units: 10, grams: 40_000 }, null)).toBe(null)
  for (const [load, each] of [
    [{ units: 50, grams: 250_000 }, 50_000],
    [{ units: 50, grams: 25_000_000 }, 50_000],
    [{ units: 50, grams: null }, 50_000],
    [{ units: 1, grams: 900_000 }, null],
    [{ units: 1000, grams: 10 }, null],
  ] as const)
    expect(weighInFault(load, each), JSON.stringify(load)).not.toBe(null)
})

test('a shortage is the larger of count and weight', () => {
  const expected = { units: 50, grams: 2_500_000 }
  expect(shortThousandths(expected, { units: 48, grams: 2_400_000 })).toBe(2000)
  expect(shortThousandths(expected, { units: 50, grams: 2_380_000 })).toBe(2400)
  expect(shortThousandths(expected, { units: 52, grams: 2_600_000 })).toBe(0)
  expect(shortThousandths({ units: 300, grams: null }, { units: 288, grams: null })).toBe(12_000)
  expect(decimalText(9600)).toBe('9.6')
  expect(decimalText(1_250_000)).toBe('1,250')
})
