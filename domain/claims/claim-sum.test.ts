import { expect, test } from 'vitest'
import { isRefusal } from '#domain/refusal.ts'
import { claimSum } from './claim-sum.ts'
import { type ClaimableLine, decideClaim } from './claiming.ts'

const order = { fee_kobo: 5_000, total_amount: 2_000, returned_goods_kobo: 0, return_to: null }
const rice = { worthKobo: 200_000n, quantity: 2, claimed: 0.5 }

test('half a kilogram of two brings back a quarter of the goods and of the fee, as PEPS where it is small', () => {
  expect(claimSum(order, [rice], null)).toEqual({ goodsKobo: 50_000n, feeKobo: 1_250n, totalKobo: 51_250n, to: 'peps' })
  expect(claimSum({ ...order, return_to: 'source' }, [rice], 10_000n)).toEqual({
    goodsKobo: 10_000n,
    feeKobo: 250n,
    totalKobo: 10_250n,
    to: 'source',
  })
})

test('a sum is never above what the goods are worth', () => {
  expect(claimSum(order, [{ ...rice, claimed: 99 }], 900_000n).totalKobo).toBe(205_000n)
  expect(claimSum(order, [], null).totalKobo).toBe(0n)
})

const line: ClaimableLine = {
  lineId: 'l',
  handOverId: 'h',
  unit: 'kg',
  quantity: 2,
  worthKobo: 200_000n,
  opensAt: new Date(0),
  closesAt: new Date(2),
  waitsAt: null,
  waitsUntil: null,
}
const claim = (quantity: number, unit = 'kg') =>
  decideClaim(
    { reason: 'spoiled', handOverId: 'h', lines: [{ lineId: 'l', quantity }], requestedKobo: null },
    [{ ...line, unit }],
    new Date(1),
  )

test('a part of a unit is claimed where the unit can be divided, as the form shows it', () => {
  expect(claim(0.5)).toBe(50_000n)
  expect(claim(1)).toBe(100_000n)
  const refused = claim(0.5, 'tuber')
  expect(isRefusal(refused) && refused.code).toBe('claim_part_of_unit')
  const tooMuch = claim(2.1)
  expect(isRefusal(tooMuch) && tooMuch.code).toBe('claim_exceeds_units')
})
