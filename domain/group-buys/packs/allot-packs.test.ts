import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { feeKobo, minKobo } from '#domain/money.ts'
import { settleOrder } from '#domain/payments/settling/settling.ts'
import { allotPacks, missingUnits, type PackOrder } from './allot-packs.ts'

const order = (orderNo: number, sureQuantity: number, quantity = sureQuantity): PackOrder => ({
  orderId: `order-${orderNo}`,
  orderNo,
  sureQuantity,
  quantity,
  paidAt: new Date(orderNo * 60_000),
})
const unitsOf = (orders: PackOrder[], terms: Partial<Parameters<typeof allotPacks>[1]> = {}) => {
  const { quantities, ...packs } = allotPacks(orders, { packSize: 10, takesPartPack: false, ...terms })
  return { units: orders.map(({ orderId }) => quantities.get(orderId)), ...packs }
}

describe('units of packs', () => {
  test('full packs give everybody what they want, and no more', () => {
    expect(unitsOf([order(1, 4, 9), order(2, 6, 6)])).toEqual({ units: [4, 6], packs: 1, looseUnits: 0 })
  })

  test('the last pack is filled one unit at a time in turn', () => {
    expect(unitsOf([order(1, 2, 9), order(2, 1, 3), order(3, 2, 9)])).toEqual({
      units: [4, 3, 3],
      packs: 1,
      looseUnits: 0,
    })
  })

  test('what buyers would take beyond full packs is not taken', () => {
    expect(unitsOf([order(1, 7, 9), order(2, 2, 12)])).toEqual({ units: [8, 2], packs: 1, looseUnits: 0 })
  })

  test('a pack that cannot be filled is taken off pro rata, and flexible buyers get no more than they want', () => {
    expect(unitsOf([order(1, 8, 9), order(2, 4), order(3, 1)])).toEqual({ units: [6, 3, 1], packs: 1, looseUnits: 0 })
  })

  test('the vendor may bring a part of a pack', () => {
    expect(unitsOf([order(1, 8, 9), order(2, 4)], { takesPartPack: true })).toEqual({
      units: [8, 4],
      packs: 1,
      looseUnits: 2,
    })
  })

  test('with fewer units than buyers, those who paid first get one each', () => {
    const twelve = Array.from({ length: 12 }, (_, index) => order(12 - index, 1))
    expect(unitsOf(twelve).units).toEqual([0, 0, ...Array(10).fill(1)])
  })

  test('without a single full pack nobody gets anything', () => {
    expect(unitsOf([order(1, 3), order(2, 4)])).toEqual({ units: [0, 0], packs: 0, looseUnits: 0 })
  })
})

const buys = fc.record({
  packSize: fc.integer({ min: 2, max: 41 }),
  takesPartPack: fc.boolean(),
  wishes: fc.array(fc.record({ sure: fc.integer({ min: 1, max: 12 }), more: fc.integer({ min: 0, max: 5 }) }), {
    minLength: 1,
    maxLength: 25,
  }),
})

test('random buys: whole packs, between nothing and the most, less than wanted only without enough units', () => {
  fc.assert(
    fc.property(buys, ({ packSize, takesPartPack, wishes }) => {
      const orders = wishes.map(({ sure, more }, index) => order(index + 1, sure, sure + more))
      const { quantities, packs, looseUnits } = allotPacks(orders, { packSize, takesPartPack })
      const total = sum([...quantities.values()])
      expect(total).toBe(packs * packSize + looseUnits)
      expect(takesPartPack || looseUnits === 0).toBe(true)
      const sure = sum(orders.map(({ sureQuantity }) => sureQuantity))
      const most = sum(orders.map(({ quantity }) => quantity))
      const isCut = missingUnits({ sure, most }, packSize) > 0 && !takesPartPack
      for (const { orderId, sureQuantity, quantity } of orders) {
        const units = quantities.get(orderId) ?? 0
        expect(units).toBeGreaterThanOrEqual(isCut ? 0 : sureQuantity)
        expect(units).toBeLessThanOrEqual(isCut ? sureQuantity : quantity)
        expect(isCut && total >= orders.length && units === 0).toBe(false)
      }
    }),
    { numRuns: 2_000 },
  )
})

const rates = { buyerBasisPoints: 250, vendorBasisPoints: 500, referralBasisPoints: 50 }

test('random buys: goods, fees and refunds are what was paid, to the kobo, and nobody pays more than they were told', () => {
  const prices = fc.record({
    ceiling: fc.bigInt({ min: 1n, max: 9_000_000n }),
    final: fc.bigInt({ min: 1n, max: 9_000_000n }),
  })
  fc.assert(
    fc.property(
      buys,
      prices,
      fc.bigInt({ min: 0n, max: 50_000_000n }),
      ({ wishes, ...terms }, { ceiling, final }, peps) => {
        const orders = wishes.map(({ sure, more }, index) => order(index + 1, sure, sure + more))
        const { quantities } = allotPacks(orders, terms)
        for (const { orderId, quantity } of orders) {
          const allottedQuantity = quantities.get(orderId) ?? 0
          if (allottedQuantity === 0) continue
          const goodsKobo = ceiling * BigInt(quantity)
          const paidKobo = goodsKobo + feeKobo(goodsKobo, rates.buyerBasisPoints)
          const pepsKobo = peps < paidKobo ? peps : paidKobo
          const settled = settleOrder(
            {
              orderId,
              buyerId: 'buyer',
              quantity,
              allottedQuantity,
              ceilingUnitPriceKobo: ceiling,
              hasReferrer: false,
              pepsKobo,
              nairaKobo: paidKobo - pepsKobo,
              returnTo: null,
              returnedPepsKobo: 0n,
              returnedNairaKobo: 0n,
              rates,
            },
            { finalUnitPriceKobo: final, refundId: 'refund' },
          )
          expect(settled.goodsKobo + settled.feeKobo + settled.comesBackKobo).toBe(paidKobo)
          expect(settled.goodsKobo).toBe(minKobo(final, ceiling) * BigInt(allottedQuantity))
          expect(settled.comesBackKobo >= 0n && settled.refundKobo <= paidKobo - pepsKobo).toBe(true)
          expect(sum(settled.journal.lines.map(({ amountKobo }) => Number(amountKobo)))).toBe(
            Number(settled.comesBackKobo),
          )
        }
      },
    ),
    { numRuns: 1_000 },
  )
})

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)
