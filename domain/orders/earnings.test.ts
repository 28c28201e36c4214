import { expect, test } from 'vitest'
import { earningsOf } from './earnings.ts'

const order = {
  status: 'confirmed',
  goodsKobo: 7_600_000n,
  vendorFeeBasisPoints: 500,
  earnedKobo: 0n,
  heldKobo: 7_790_000n,
}

test('an order earns its goods less 5%, held until hand-over', () => {
  expect(earningsOf(order)).toEqual({
    goodsKobo: 7_600_000n,
    feeKobo: 380_000n,
    netKobo: 7_220_000n,
    standing: 'held',
  })
  expect(earningsOf({ ...order, earnedKobo: 7_220_000n, heldKobo: 0n }).standing).toBe('released')
  expect(earningsOf({ ...order, earnedKobo: 1n }).standing).toBe('partly')
  expect(earningsOf({ ...order, status: 'pending', heldKobo: 0n }).standing).toBe('unpaid')
})

test('an order that ended earns nothing but a late charge', () => {
  expect(earningsOf({ ...order, status: 'refunded', heldKobo: 0n })).toMatchObject({ netKobo: 0n, standing: 'none' })
  expect(earningsOf({ ...order, status: 'refunding', heldKobo: 0n, earnedKobo: 760_000n })).toMatchObject({
    goodsKobo: 0n,
    netKobo: 760_000n,
    standing: 'charge',
  })
})
