import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isRefusal } from '../refusal.ts'
import { type LineToCut, shareOut, thousandths, whoBears } from './shortfall.ts'
import { decimalText, gramsOfUnit, kilograms, loadFault, missingOf } from './weights.ts'

const line = (facts: Partial<LineToCut> & { lineId: string }): LineToCut => ({
  ...{ orderId: facts.lineId, leftThousandths: 1000n, leftKobo: 100n, paidAt: new Date(0), orderNo: 1 },
  ...facts,
})

function shares(lines: readonly LineToCut[], missing: bigint) {
  const shared = shareOut(lines, missing)
  if (isRefusal(shared)) throw new Error(shared.message)
  return shared
}

describe('a shortfall is shared out', () => {
  test('12 of 300 kg take 4% of everybody’s goods', () => {
    const lines = [200n, 100n].map((kg, index) =>
      line({ lineId: `${index}`, leftThousandths: kg * 1000n, leftKobo: kg * 50_000n, orderNo: index }),
    )
    expect(shares(lines, 12_000n)).toEqual([
      { lineId: '0', orderId: '0', missingThousandths: 8000n, goodsKobo: 400_000n },
      { lineId: '1', orderId: '1', missingThousandths: 4000n, goodsKobo: 200_000n },
    ])
  })

  test('what does not divide goes to the largest remainder, and among equals to who paid earlier', () => {
    const lines = [
      line({ lineId: 'late', paidAt: new Date(3), orderNo: 1 }),
      line({ lineId: 'second', paidAt: new Date(2), orderNo: 3 }),
      line({ lineId: 'first', paidAt: new Date(2), orderNo: 2 }),
      line({ lineId: 'big', paidAt: new Date(9), orderNo: 4, leftThousandths: 1001n, leftKobo: 101n }),
    ]
    // 203 of 401 kobo: the largest remainder is the big order's; then one kobo goes to whoever paid first.
    const got = new Map(shares(lines, 2025n).map(({ lineId, goodsKobo }) => [lineId, goodsKobo]))
    expect([...got.values()].reduce((all, one) => all + one, 0n)).toBe(203n)
    expect(got.get('first')).toBe(51n)
    expect([got.get('second'), got.get('late'), got.get('big')]).toEqual([51n, 50n, 51n])
  })

  test('sums are exact, nobody gives up more than they have, and chains never exceed the whole', () => {
    const lines = fc.array(
      fc.record({
        leftThousandths: fc.bigInt(1n, 9_000_000n),
        leftKobo: fc.bigInt(1n, 9_000_000_000n),
        paidAt: fc.integer({ min: 0, max: 5 }).map((second) => new Date(second * 1000)),
      }),
      { minLength: 1, maxLength: 40 },
    )
    fc.assert(
      fc.property(
        lines,
        fc.array(fc.double({ min: 0.001, max: 1, noNaN: true }), { minLength: 1, maxLength: 4 }),
        (rows, steps) => {
          let open = rows.map((row, index) => line({ ...row, lineId: `${index}`, orderNo: index }))
          for (const [step, part] of [...steps, 1].entries()) {
            const alive = open.filter(({ leftThousandths, leftKobo }) => leftThousandths > 0n && leftKobo > 0n)
            const left = alive.reduce((all, { leftThousandths }) => all + leftThousandths, 0n)
            if (left === 0n) return
            const isLast = step === steps.length
            const missing = isLast ? left : BigInt(Math.max(1, Math.floor(Number(left) * part)))
            const cut = new Map(shares(open, missing).map((share) => [share.lineId, share]))
            const total = (of: 'missingThousandths' | 'goodsKobo') =>
              [...cut.values()].reduce((all, share) => all + share[of], 0n)
            expect(total('missingThousandths')).toBe(missing)
            const worth = alive.reduce((all, { leftKobo }) => all + leftKobo, 0n)
            expect(total('goodsKobo')).toBe((worth * missing + left - 1n) / left)
            open = open.map((row) => {
              const share = cut.get(row.lineId)
              return {
                ...row,
                leftThousandths: row.leftThousandths - (share?.missingThousandths ?? 0n),
                leftKobo: row.leftKobo - (share?.goodsKobo ?? 0n),
              }
            })
            for (const row of open) expect(row.leftThousandths >= 0n && row.leftKobo >= 0n).toBe(true)
            if (isLast)
              expect(open.filter(({ leftThousandths, leftKobo }) => leftThousandths > 0n && leftKobo > 0n)).toEqual([])
          }
        },
      ),
    )
  })

  test('no more is missing than is coming', () => {
    expect(shareOut([line({ lineId: 'a' })], 1001n)).toMatchObject({ code: 'more_than_is_coming' })
    expect(shareOut([], 1n)).toMatchObject({ code: 'more_than_is_coming' })
  })
})

test('short on arrival is the vendor’s, lost afterwards the hub’s', () => {
  const bears = (missing: bigint, found: bigint | null, entered = 0n) => {
    const { vendorThousandths, hubThousandths } = whoBears({
      ...{ missingThousandths: missing, foundThousandths: found, enteredThousandths: entered },
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

test('weights are read in kilograms, and none of 0, below or beyond all measure', () => {
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

test('a unit weighs what its name says', () => {
  const of = (unit: string, name = '') => gramsOfUnit({ unit, name })
  expect([of('kg'), of('50 kg bag'), of('bag', 'Rice, 25kg'), of('bag', 'Rice'), of('crate', 'Eggs of 30')]).toEqual([
    ...[1000, 50_000, 25_000, null, null],
  ])
})

test('a load that no scale shows is refused', () => {
  expect(loadFault({ units: 50, grams: 2_500_000 }, 50_000)).toBe(null)
  expect(loadFault({ units: 50, grams: null }, null)).toBe(null)
  expect(loadFault({ units: 10, grams: 40_000 }, null)).toBe(null)
  for (const [load, each] of [
    [{ units: 50, grams: 250_000 }, 50_000],
    [{ units: 50, grams: 25_000_000 }, 50_000],
    [{ units: 50, grams: null }, 50_000],
    [{ units: 1, grams: 900_000 }, null],
    [{ units: 1000, grams: 10 }, null],
  ] as const)
    expect(loadFault(load, each), JSON.stringify(load)).not.toBe(null)
})

test('what is missing is the larger of count and weight', () => {
  const expected = { units: 50, grams: 2_500_000 }
  expect(missingOf(expected, { units: 48, grams: 2_400_000 })).toBe(2000)
  expect(missingOf(expected, { units: 50, grams: 2_380_000 })).toBe(2400)
  expect(missingOf(expected, { units: 52, grams: 2_600_000 })).toBe(0)
  expect(missingOf({ units: 300, grams: null }, { units: 288, grams: null })).toBe(12_000)
  expect(decimalText(9600)).toBe('9.6')
  expect(decimalText(1_250_000)).toBe('1,250')
})
