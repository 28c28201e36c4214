import { expect, test } from 'vitest'
import { english } from '#web/languages/i18n.ts'
import { nextStep } from './order-texts.ts'

const now = '2026-03-10T09:00:00Z'
const bulk = (status: string, hold = '2026-03-10T09:20:00Z') => ({
  status,
  amount_due_kobo: status === 'pending' ? 5_125_000 : 0,
  fulfilment: 'pickup',
  hold_expires_at: null,
  checkout: { hold_expires_at: hold },
})

test('goods from the cart are held until their hold expires', () => {
  expect(nextStep(english, bulk('pending'), { buy: null, now })).toBe(
    'We keep the goods for you until Tue 10 Mar, 10:20 am. Pay ₦51,250 by then.',
  )
  expect(nextStep(english, bulk('pending', '2026-03-10T08:30:00Z'), { buy: null, now })).toBe(
    'The time to pay ended on Tue 10 Mar, 9:30 am, so the goods go back on sale. You owe nothing.',
  )
  expect(nextStep(english, bulk('expired'), { buy: null, now })).toBe(
    'You did not pay in time, so the goods went back on sale. You owe nothing.',
  )
})

test('a place in a group buy is held until its due time', () => {
  const dates = { payment_due_at: '2026-03-12T22:59:59Z', share_date: '2026-03-14' }
  expect(nextStep(english, { ...bulk('pending'), checkout: null }, { buy: dates, now })).toMatch(
    /^Your place is kept\. You pay at most ₦51,250, by Thu 12 Mar/,
  )
})

test('a place that is paid on joining is held until its hold expires, however late the due time is', () => {
  const dates = { payment_due_at: '2026-03-12T22:59:59Z', share_date: '2026-03-14' }
  const held = { ...bulk('pending'), checkout: null, hold_expires_at: '2026-03-10T09:20:00Z' }
  expect(nextStep(english, held, { buy: dates, now })).toBe(
    'Your place is kept. You pay at most ₦51,250, by Tue 10 Mar, 10:20 am.',
  )
})

test('a ready order is collected or delivered', () => {
  expect(nextStep(english, bulk('ready'), { buy: null, now })).toMatch(/^Ready to collect\./)
  expect(nextStep(english, { ...bulk('ready'), fulfilment: 'delivery' }, { buy: null, now })).toMatch(
    /^Ready for delivery to your door\./,
  )
})

test('late is said as late, and what is open then', () => {
  const dates = { payment_due_at: null, share_date: '2026-03-09' }
  expect(nextStep(english, bulk('confirmed'), { buy: dates, now })).toBe(
    'Late: the sharing day was Mon 9 Mar, and the goods are not ready. You can claim your money until Mon 16 Mar, or write to the shop.',
  )
  const kept = { ...bulk('ready'), hand_overs: [{ status: 'open', due_until: '2026-03-10T08:00:00Z' }] }
  expect(nextStep(english, kept, { buy: null, now })).toMatch(
    /^Not collected: the time to collect ended on Tue 10 Mar, 9 am\./,
  )
  const closed = { ...bulk('paid'), place: { closed_at: '2026-03-09T08:00:00Z' } }
  expect(nextStep(english, closed, { buy: null, now })).toMatch(/has closed\. Your order is safe/)
})
