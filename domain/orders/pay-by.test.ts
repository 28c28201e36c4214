import { expect, test } from 'vitest'
import { heldUntil, payBy } from './pay-by.ts'

const due = { payment_due_at: '2026-03-16T22:59:59Z' }
const held = '2026-03-10T12:30:00Z'

test.each([
  ['a place that is paid on joining', { hold_expires_at: held, group_buy: due }, held],
  ['a reserved place', { hold_expires_at: null, group_buy: due }, due.payment_due_at],
  ['a buy without a sharing day', { hold_expires_at: null, group_buy: { payment_due_at: null } }, null],
  ['a cart', { hold_expires_at: null, group_buy: null, checkout: { hold_expires_at: held } }, held],
  ['an order without its checkout', { hold_expires_at: null, group_buy: null, checkout: null }, null],
])('%s is lost at the end of its hold, or at the due time', (_, order, until) => expect(payBy(order)).toBe(until))

test('a place is held for half an hour in pay-to-join buys, and in every buy after two expired reservations', () => {
  const limits = { unpaid_lapses: 2, pay_to_join_hold_minutes: 30 }
  const joinedAt = new Date('2026-03-10T12:00:00Z')
  const until = (paymentMode: string, lapses: number) => heldUntil({ paymentMode, lapses, limits }, joinedAt)
  expect(until('reserve', 1)).toBeNull()
  expect(until('reserve', 2)).toEqual(new Date('2026-03-10T12:30:00Z'))
  expect(until('pay_to_join', 0)).toEqual(new Date('2026-03-10T12:30:00Z'))
})
