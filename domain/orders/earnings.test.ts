import { expect, test } from 'vitest'
import { ledgerEarnings, orderEarnings } from './earnings.ts'

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

test('the ledger decides what the shop gets, and the rest of it is named', () => {
  const earnings = orderEarnings(order)
  expect(ledgerEarnings(earnings, [])).toEqual({ ...earnings, otherKobo: 0n })
  expect(ledgerEarnings(earnings, [7_000_000n, 220_000n])).toEqual({ ...earnings, otherKobo: 0n })
  // The market paid a refund of ₦4,000, of which the shop gets ₦3,800.
  const refunded = orderEarnings({ ...order, goodsKobo: 7_200_000n })
  expect(ledgerEarnings(refunded, [7_220_000n])).toMatchObject({ netKobo: 7_220_000n, otherKobo: 380_000n })
  expect(ledgerEarnings(earnings, [7_220_000n, -7_000_000n])).toMatchObject({
    netKobo: 220_000n,
    otherKobo: -7_000_000n,
  })
})
