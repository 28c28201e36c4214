import { expect, test } from 'vitest'
import { orderEarnings } from './earnings.ts'

const order = {
  status: 'confirmed',
  goodsKobo: 7_600_000n,
  vendorFeeBasisPoints: 500,
  earnedKobo: 0n,
  heldKobo: 7_790_000n,
}

test('an order earns its goods less 5%, held until hand-over', () => {
  expect(orderEarnings(order)).toEqual({
    goodsKobo: 7_600_000n,
    feeKobo: 380_000n,
    netKobo: 7_220_000n,
    standing: 'held',
  })
  expect(orderEarnings({ ...order, earnedKobo: 7_220_000n, heldKobo: 0n }).standing).toBe('released')
  expect(orderEarnings({ ...order, earnedKobo: 1n }).standing).toBe('partly')
  expect(orderEarnings({ ...order, status: 'pending', heldKobo: 0n }).standing).toBe('unpaid')
})

test('an order that ended earns nothing but a late charge', () => {
  expect(orderEarnings({ ...order, status: 'refunded', heldKobo: 0n })).toMatchObject({ netKobo: 0n, standing: 'none' })
  expect(orderEarnings({ ...order, status: 'refunding', heldKobo: 0n, earnedKobo: 760_000n })).toMatchObject({
    goodsKobo: 0n,
    netKobo: 760_000n,
    standing: 'charge',
  })
})
