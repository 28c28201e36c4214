import { describe, expect, test } from 'vitest'
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

test('random buys: whole packs, between nothing and the most, less than wanted only without enough units', () => {
  let seed = Number(process.env.SEED ?? 20_261_130)
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * below)
  }
  for (let round = 0; round < 3_000; round++) {
    const packSize = 2 + random(40)
    const orders = Array.from({ length: 1 + random(25) }, (_, index) => {
      const sure = 1 + random(12)
      return order(index + 1, sure, sure + random(6))
    })
    const takesPartPack = random(2) === 1
    const { quantities, packs, looseUnits } = allotPacks(orders, { packSize, takesPartPack })
    const given = [...quantities.values()]
    const total = given.reduce((all, one) => all + one, 0)
    expect(total, `seed ${seed}`).toBe(packs * packSize + looseUnits)
    expect(takesPartPack || looseUnits === 0).toBe(true)
    const sure = orders.reduce((all, one) => all + one.sureQuantity, 0)
    const most = orders.reduce((all, one) => all + one.quantity, 0)
    const isCut = missingUnits({ sure, most }, packSize) > 0 && !takesPartPack
    for (const { orderId, sureQuantity, quantity } of orders) {
      const units = quantities.get(orderId) ?? 0
      expect(units).toBeGreaterThanOrEqual(isCut ? 0 : sureQuantity)
      expect(units).toBeLessThanOrEqual(isCut ? sureQuantity : quantity)
      expect(isCut && total >= orders.length && units === 0).toBe(false)
    }
  }
})
