import { expect, it } from 'vitest'
import { type ShownLine, shopGroups } from './shop-groups.ts'

const line = (at: number, vendorId: string | null, shareDate: string | null = null, price = 100.1): ShownLine => ({
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
          shop: `Shop ${vendorId}`,
          vendorId,
        },
  news: null,
  at,
})

it('keeps lines of one shop together, in the order of the cart, with what its goods cost', () => {
  const groups = shopGroups([line(0, 'a'), line(1, 'b'), line(2, 'a'), line(3, null)])
  expect(groups.map(({ name, lines, goodsKobo }) => [name, lines.map(({ at }) => at), goodsKobo])).toEqual([
    ['Shop a', [0, 2], 40_040n],
    ['Shop b', [1], 20_020n],
    ['', [3], 20_020n],
  ])
})

it('says a sharing day once only where all share it', () => {
  const dayOf = (...lines: ShownLine[]) => shopGroups(lines)[0]?.shareDate
  expect(dayOf(line(0, 'a', '2026-03-14'), line(1, 'a', '2026-03-14'))).toBe('2026-03-14')
  expect(dayOf(line(0, 'a', '2026-03-14'), line(1, 'a', '2026-03-15'))).toBeNull()
  expect(dayOf(line(0, 'a', '2026-03-14'), line(1, 'a'))).toBeNull()
})
