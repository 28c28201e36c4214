import { expect, it } from 'vitest'
import { type GroupedLine, groupByShop } from './shop-groups.ts'

const line = (at: number, vendorId: string | null, shareDate: string | null = null, price = 100.1): GroupedLine => ({
  item: { productId: `p${at}`, name: 'Food', price, quantity: 2, unit: 'bag', image: '' },
  product:
    vendorId === null
      ? undefined
      : {
          id: `p${at}`,
          name: 'Food',
          base_price: price,
          unit: 'bag',
          image_url: null,
          min_quantity: 1,
          max_quantity: null,
          available_quantity: 9,
          share_date: shareDate,
          paused_until: null,
          shop: `Shop ${vendorId}`,
          vendorId,
          ways: { id: 'bodija', city: 'Ibadan', state: 'Oyo', places: [], zones: [] },
          cheaperBuy: null,
          least_kg_per_unit: null,
          most_kg_per_unit: null,
        },
  change: null,
  at,
})

it('groups lines by shop, in the order of the cart, with the cost of each shop’s goods', () => {
  const groups = groupByShop([line(0, 'a'), line(1, 'b'), line(2, 'a'), line(3, null)])
  expect(groups.map(({ name, lines, goodsKobo }) => [name, lines.map(({ at }) => at), goodsKobo])).toEqual([
    ['Shop a', [0, 2], 40_040n],
    ['Shop b', [1], 20_020n],
    ['', [3], 20_020n],
  ])
})

it('has a common sharing day only where all lines share it', () => {
  const dayOf = (...lines: GroupedLine[]) => groupByShop(lines)[0]?.shareDate
  expect(dayOf(line(0, 'a', '2026-03-14'), line(1, 'a', '2026-03-14'))).toBe('2026-03-14')
  expect(dayOf(line(0, 'a', '2026-03-14'), line(1, 'a', '2026-03-15'))).toBeNull()
  expect(dayOf(line(0, 'a', '2026-03-14'), line(1, 'a'))).toBeNull()
})
