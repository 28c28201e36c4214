import { expect, test } from 'vitest'
import { nextStep } from './order-words.ts'

const now = '2026-03-10T09:00:00Z'
const bulk = (status: string, hold = '2026-03-10T09:20:00Z') => ({
  status,
  amount_due_kobo: status === 'pending' ? 5_125_000 : 0,
  fulfilment: 'pickup',
  checkout: { hold_expires_at: hold },
})

test('goods from the cart are kept as long as their hold, and no longer', () => {
  expect(nextStep(bulk('pending'), null, now)).toBe(
    'The goods are kept for you until Tue 10 Mar, 10:20 am. You pay ₦51,250 by then.',
  )
  expect(nextStep(bulk('pending', '2026-03-10T08:30:00Z'), null, now)).toBe(
    'The time to pay ended Tue 10 Mar, 9:30 am, so the goods go back on sale. You owe nothing.',
  )
  expect(nextStep(bulk('expired'), null, now)).toBe(
    'Not paid in time, so the goods went back on sale. You owe nothing.',
  )
})

test('a place in a group buy is kept until its due time', () => {
  const dates = { payment_due_at: '2026-03-12T22:59:59Z', share_date: '2026-03-14' }
  expect(nextStep({ ...bulk('pending'), checkout: null }, dates, now)).toMatch(
    /^Your place is kept\. You pay at most ₦51,250, by /,
  )
})

test('what is ready is collected, or comes to the door', () => {
  expect(nextStep(bulk('ready'), null, now)).toMatch(/^Ready to collect\./)
  expect(nextStep({ ...bulk('ready'), fulfilment: 'delivery' }, null, now)).toMatch(/^Ready for your door\./)
})
