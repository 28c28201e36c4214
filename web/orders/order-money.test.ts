import { expect, it } from 'vitest'
import { orderMoney } from './order-money.ts'

const joined = {
  status: 'pending',
  quantity: 3,
  unit_price: 6410,
  ceiling_unit_price: 6770,
  fee_kobo: 50_775,
  delivery_fee_kobo: 0,
  final_price: null,
}

it('uses the ceiling until the price is final, so that goods and fee add up', () => {
  const due = orderMoney(joined)
  expect(due).toEqual({ stage: 'due', unitKobo: 677_000n, goodsKobo: 2_031_000n, allKobo: 2_081_775n })
  expect(orderMoney({ ...joined, status: 'paid' })).toEqual({ ...due, stage: 'paid' })
  expect(orderMoney({ ...joined, status: 'refunded' }).stage).toBe('paid')
})

it('uses the final price afterwards, with delivery', () => {
  const settled = { ...joined, unit_price: 6120, final_price: 6120, fee_kobo: 45_900, delivery_fee_kobo: 350_000 }
  expect(orderMoney({ ...settled, status: 'ready' })).toEqual({
    stage: 'final',
    unitKobo: 612_000n,
    goodsKobo: 1_836_000n,
    allKobo: 2_231_900n,
  })
  expect(orderMoney({ ...settled, status: 'refunded' }).stage).toBe('final')
})

it('charges nothing for an order that was never paid', () => {
  expect(orderMoney({ ...joined, status: 'expired' }).stage).toBe('none')
  expect(orderMoney({ ...joined, status: 'cancelled' }).stage).toBe('none')
})
