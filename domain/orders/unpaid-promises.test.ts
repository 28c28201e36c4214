import { expect, it } from 'vitest'
import { isRefusal } from '../refusal.ts'
import { mostUnpaidUnits, promiseFault } from './unpaid-promises.ts'
import type { UnpaidStanding } from './unpaid-standing.ts'

const standing: UnpaidStanding = {
  grade: 'new',
  orders: 0,
  kobo: 0n,
  lapses: 0,
  hasPaid: false,
  limits: {
    unpaid_new_orders: 5,
    unpaid_new_naira: 500_000,
    unpaid_known_after: 3,
    unpaid_known_orders: 15,
    unpaid_known_naira: 2_000_000,
    unpaid_verified_orders: 40,
    unpaid_verified_naira: 10_000_000,
    unpaid_share_percent: 25,
    unpaid_new_share_percent: 50,
    unpaid_lapses: 2,
    unpaid_lapse_days: 60,
  },
}
type Wish = Parameters<typeof promiseFault>[1]
const code = (mine: Partial<UnpaidStanding>, wish: Partial<Wish> = {}) => {
  const fault = promiseFault({ ...standing, ...mine }, { quantity: 1, amountDueKobo: 100n, ...wish })
  return isRefusal(fault) ? fault.code : null
}
const former = { quantity: 1, amountDueKobo: 100n, isHeld: false }

it.each([
  ['the fifth order', { orders: 4 }, {}, null],
  ['the sixth', { orders: 5 }, {}, 'too_many_unpaid'],
  ['more of the fifth', { orders: 5, kobo: 500n }, { former, amountDueKobo: 200n }, null],
  ['to the kobo', { kobo: 49_999_900n }, {}, null],
  ['a kobo too much', { kobo: 49_999_901n }, {}, 'too_much_unpaid'],
  ['what it replaces is not counted twice', { kobo: 50_000_000n }, { former }, null],
  ['fifteen of a known account', { grade: 'known', orders: 14, kobo: 199_999_900n }, {}, null],
  ['a large share', {}, { quantity: 8, mostUnits: 7 }, 'too_large_a_share'],
  ['new accounts together', {}, { quantity: 5, ofNew: { held: 20, most: 25 } }, null],
  ['one more of new accounts together', {}, { quantity: 6, ofNew: { held: 20, most: 25 } }, 'too_large_a_share'],
  ['but not for who has paid before', { hasPaid: true }, { quantity: 6, ofNew: { held: 20, most: 25 } }, null],
  ['what it replaces is theirs', {}, { former, quantity: 6, ofNew: { held: 20, most: 25 } }, null],
  ['the vendor’s own maximum holds alone', {}, { quantity: 800, mostUnits: null }, null],
  ['a reservation of who pays on joining', { lapses: 2 }, { former }, 'pay_first'],
  ['a held order of theirs', { lapses: 2 }, { former: { ...former, isHeld: true } }, null],
  ['a new order of theirs', { lapses: 2 }, {}, null],
] as [string, Partial<UnpaidStanding>, Partial<Wish>, string | null][])('%s', (_, mine, wish, refused) => {
  expect(code(mine, wish)).toBe(refused)
})

it('a verified account reads no promise of more', () => {
  const told = promiseFault({ ...standing, grade: 'verified', orders: 40 }, { quantity: 1, amountDueKobo: 1n })
  expect(told?.message).toBe(
    'A verified account may have 40 unpaid orders, and you have 40. Pay for one or leave one first.',
  )
})

it('one person may have a quarter of the target unpaid, or the least quantity', () => {
  const most = (targetQuantity: number, minQuantity: number, maxQuantity: number | null = null) =>
    mostUnpaidUnits({ targetQuantity, minQuantity, maxQuantity }, standing.limits)
  expect([most(30, 1), most(3, 1), most(10, 4), most(30, 1, 20)]).toEqual([7, 1, 4, null])
})
