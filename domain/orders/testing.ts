// Test cases for limits on unpaid orders, shared by the tests of the TypeScript and the SQL rule.
import type { promiseFault } from './unpaid-promises.ts'
import type { UnpaidStanding } from './unpaid-standing.ts'

export const standing: UnpaidStanding = {
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
    pay_to_join_hold_minutes: 30,
  },
}

export type WantedPromise = Parameters<typeof promiseFault>[1]

const former = { quantity: 1, amountDueKobo: 100n, isHeld: false }

/** Description, standing, request, and the expected refusal code or null. The default is one unit for 100 kobo. */
export const promiseCases: [string, Partial<UnpaidStanding>, Partial<WantedPromise>, string | null][] = [
  ['the fifth order', { orders: 4 }, {}, null],
  ['the sixth', { orders: 5 }, {}, 'too_many_unpaid'],
  ['more of the fifth', { orders: 5, kobo: 500n }, { former, amountDueKobo: 200n }, null],
  ['more of a sixth, since the limit was lowered', { orders: 6, kobo: 600n }, { former }, 'too_many_unpaid'],
  ['to the kobo', { kobo: 49_999_900n }, {}, null],
  ['a kobo too much', { kobo: 49_999_901n }, {}, 'too_much_unpaid'],
  ['what it replaces is not counted twice', { kobo: 50_000_000n }, { former }, null],
  ['fifteen of a known account', { grade: 'known', orders: 14, kobo: 199_999_900n }, {}, null],
  ['a sixteenth of a known account', { grade: 'known', orders: 15 }, {}, 'too_many_unpaid'],
  ['forty of a verified account', { grade: 'verified', orders: 39, kobo: 999_999_900n }, {}, null],
  ['a kobo too much of a verified account', { grade: 'verified', kobo: 999_999_901n }, {}, 'too_much_unpaid'],
  ['a large share', {}, { quantity: 8, mostUnits: 7 }, 'too_large_a_share'],
  ['the largest share', {}, { quantity: 7, mostUnits: 7 }, null],
  ['new accounts together', {}, { quantity: 5, ofNew: { held: 20, most: 25 } }, null],
  ['one more of new accounts together', {}, { quantity: 6, ofNew: { held: 20, most: 25 } }, 'too_large_a_share'],
  ['but not for who has paid before', { hasPaid: true }, { quantity: 6, ofNew: { held: 20, most: 25 } }, null],
  ['what it replaces is theirs', {}, { former, quantity: 6, ofNew: { held: 20, most: 25 } }, null],
  ['the vendor’s own maximum holds alone', {}, { quantity: 800, mostUnits: null }, null],
  ['a reservation of who pays on joining', { lapses: 2 }, { former }, 'pay_first'],
  ['a held order of theirs', { lapses: 2 }, { former: { ...former, isHeld: true } }, null],
  ['a new order of theirs', { lapses: 2 }, {}, null],
  ['a reservation where all pay on joining', {}, { former, paymentMode: 'pay_to_join' }, 'pay_first'],
  ['a new order there', {}, { paymentMode: 'pay_to_join' }, null],
]
