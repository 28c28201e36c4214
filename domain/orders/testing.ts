// Test cases for limits on unpaid orders, shared by the tests of the TypeScript and the SQL rule.
import type { promiseFault } from './unpaid/unpaid-promises.ts'
import type { UnpaidStanding } from './unpaid/unpaid-standing.ts'

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

export type PromiseOverrides = Parameters<typeof promiseFault>[1]

const former = { quantity: 1, amountDueKobo: 100n, isHeld: false }

/** Description, standing, request, and the expected refusal code or null. The default is one unit for 100 kobo. */
export const promiseCases: [string, Partial<UnpaidStanding>, Partial<PromiseOverrides>, string | null][] = [
  ['a fifth order', { orders: 4 }, {}, null],
  ['a sixth order', { orders: 5 }, {}, 'too_many_unpaid'],
  ['growth of the fifth order', { orders: 5, kobo: 500n }, { former, amountDueKobo: 200n }, null],
  ['growth of a sixth order after the limit was lowered', { orders: 6, kobo: 600n }, { former }, 'too_many_unpaid'],
  ['exactly the limit', { kobo: 49_999_900n }, {}, null],
  ['a kobo above the limit', { kobo: 49_999_901n }, {}, 'too_much_unpaid'],
  ['the replaced order is not counted twice', { kobo: 50_000_000n }, { former }, null],
  ['the fifteenth order of a known account', { grade: 'known', orders: 14, kobo: 199_999_900n }, {}, null],
  ['the sixteenth order of a known account', { grade: 'known', orders: 15 }, {}, 'too_many_unpaid'],
  ['the fortieth order of a verified account', { grade: 'verified', orders: 39, kobo: 999_999_900n }, {}, null],
  ['a kobo above the limit of a verified account', { grade: 'verified', kobo: 999_999_901n }, {}, 'too_much_unpaid'],
  ['more than the maximum share', {}, { quantity: 8, mostUnits: 7 }, 'too_large_a_share'],
  ['exactly the maximum share', {}, { quantity: 7, mostUnits: 7 }, null],
  ['exactly the maximum of all new buyers', {}, { quantity: 5, newBuyers: { held: 20, max: 25 } }, null],
  [
    'one more than the maximum of all new buyers',
    {},
    { quantity: 6, newBuyers: { held: 20, max: 25 } },
    'too_large_a_share',
  ],
  [
    'the same for a buyer who has paid before',
    { hasPaid: true },
    { quantity: 6, newBuyers: { held: 20, max: 25 } },
    null,
  ],
  [
    'the replaced order is not counted for new buyers',
    {},
    { former, quantity: 6, newBuyers: { held: 20, max: 25 } },
    null,
  ],
  ['only the vendor’s own maximum', {}, { quantity: 800, mostUnits: null }, null],
  ['growth of a reservation after two expired ones', { lapses: 2 }, { former }, 'pay_first'],
  [
    'growth of a held order after two expired reservations',
    { lapses: 2 },
    { former: { ...former, isHeld: true } },
    null,
  ],
  ['a new order after two expired reservations', { lapses: 2 }, {}, null],
  ['growth of a reservation in a pay-to-join buy', {}, { former, paymentMode: 'pay_to_join' }, 'pay_first'],
  ['a new order in a pay-to-join buy', {}, { paymentMode: 'pay_to_join' }, null],
]
