import { expect, it } from 'vitest'
import type { Batch } from '../rows.ts'
import { packingLine } from '../testing.ts'
import { bagsOf } from './bags.ts'
import { dayKey, readDayKey, wholeDay } from './day-key.ts'

const SHOP = 'c0000000-0000-4000-8000-000000000001'

const line = (facts: Parameters<typeof packingLine>[0]) =>
  packingLine({ order_id: 'a', pickup_point_id: 'stall', place: 'Stall', ...facts })

it('reads the key of a day back, and no other key', () => {
  for (const date of ['2026-12-04', null])
    expect(readDayKey(dayKey({ shopId: SHOP, date }))).toEqual({ shopId: SHOP, date })
  for (const key of [`day-2026-13-40-${SHOP}`, 'day-any-x', `bulk-any-${SHOP}`, SHOP, '', `day-any-${SHOP},or(x)`])
    expect([key, readDayKey(key)]).toEqual([key, null])
})

it('puts everything of one person at one place into one bag, whichever buy it is from', () => {
  const bags = bagsOf([
    line({ order_id: 'b', order_no: 10_007, product_name: 'Beans' }),
    line({ order_id: 'a', order_no: 10_001, packed_at: '2026-12-03T10:00:00Z' }),
    line({ order_id: 'c', order_no: 10_003, pickup_point_id: 'hub', place: 'Yaba hub' }),
    line({ order_id: 'd', order_no: 10_004, buyer_id: 'bola', buyer_name: 'Bola' }),
  ])
  expect(bags.map(({ orderNo, orderNos, buyer, openOrderIds }) => [orderNo, orderNos, buyer, openOrderIds])).toEqual([
    [10_001, [10_001, 10_007], 'Ada', ['b', 'a']],
    [10_003, [10_003], 'Ada', ['c']],
    [10_004, [10_004], 'Bola', ['d']],
  ])
  expect(bags.map(({ isPacked }) => isPacked)).toEqual([false, false, false])
})

it('keeps the bags of deliveries apart, and knows which are packed or past packing', () => {
  const bags = bagsOf([
    line({ order_id: 'a', fulfilment: 'delivery', pickup_point_id: null, packed_at: '2026-12-03T10:00:00Z' }),
    line({ order_id: 'b', order_no: 10_002, fulfilment: 'delivery', pickup_point_id: null, status: 'ready' }),
  ])
  expect(bags.map(({ isPacked, openOrderIds }) => [isPacked, openOrderIds])).toEqual([
    [true, ['a']],
    [true, []],
  ])
})

it('sums the batches of a day', () => {
  const batch = (facts: Partial<Batch>): Batch => ({
    batch: 'rice',
    vendor_id: SHOP,
    shop: 'Mama Sade',
    group_buy_id: null,
    batch_name: 'Rice',
    share_date: '2026-12-04',
    orders: 2,
    lines: 3,
    packed_lines: 1,
    open_orders: 1,
    waiting_orders: 0,
    unpacked_lines: 2,
    units: 10,
    packed_units: 4,
    unit: 'bag',
    ...facts,
  })
  const day = { shopId: SHOP, date: '2026-12-04' }
  expect(wholeDay(day, [])).toBeNull()
  expect(wholeDay(day, [batch({}), batch({ units: 5, unit: 'kg' })])).toMatchObject({
    batch: `day-2026-12-04-${SHOP}`,
    orders: 4,
    units: 15,
    packed_units: 8,
    unit: null,
  })
})
