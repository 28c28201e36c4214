import { expect, it } from 'vitest'
import { quantityRequestFault } from './quantity-request.ts'

const now = new Date('2026-03-01T12:00:00Z')
const buy = {
  status: 'active',
  endDate: new Date('2026-03-02T12:00:00Z'),
  maxQuantity: 3,
  targetQuantity: 30,
  currentQuantity: 10,
  freeUnits: 18,
  ownQuantity: 2,
}

it.each([
  [20, {}, null],
  [21, {}, 'more_than_the_buy_holds'],
  [3, {}, 'within_maximum'],
  [4, {}, null],
  [4, { maxQuantity: null }, 'within_maximum'],
  [0, {}, 'quantity_not_whole'],
  [4.5, {}, 'quantity_not_whole'],
  [4, { status: 'closed' }, 'buy_not_active'],
  [4, { endDate: now }, 'buy_not_active'],
])('asking for %s of %o is answered with %s', (quantity, facts, code) => {
  expect(quantityRequestFault({ ...buy, ...facts }, quantity, now)?.code ?? null).toBe(code)
})

it('there must be a group buy', () => {
  expect(quantityRequestFault(null, 4, now)?.code).toBe('buy_not_found')
})
