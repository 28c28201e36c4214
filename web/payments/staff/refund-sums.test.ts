import { expect, it } from 'vitest'
import { ageOf, refundsText, sumRefunds, totalText } from './refund-sums.ts'

const now = new Date('2026-03-20T12:00Z')
const row = (reason: string, amount: number, at = '2026-03-19T12:00Z') => ({
  reason,
  amount_kobo: amount,
  created_at: at,
})

it('sums by reason and by age, largest first', () => {
  const rows = [row('left', 100), row('claim', 500), row('left', 50, '2026-03-01T12:00Z')]
  expect(sumRefunds(rows, ({ reason }) => reason)).toEqual([
    { name: 'claim', refunds: 1, amountKobo: 500 },
    { name: 'left', refunds: 2, amountKobo: 150 },
  ])
  expect(sumRefunds(rows, (refund) => ageOf(refund, now)).map(({ name }) => name)).toEqual([
    'Up to 5 days',
    'More than 14 days',
  ])
  expect(ageOf({ created_at: '2026-03-10T12:00Z' }, now)).toBe('6 to 14 days')
})

it('says that there are more than those that are shown', () => {
  const rows = [row('left', 100), row('claim', 500)]
  expect(totalText({ rows, hasMore: false })).toBe('2 refunds, ₦6 together')
  expect(totalText({ rows, hasMore: true })).toBe(
    'There are more refunds than these. The oldest ones, 2 refunds, ₦6 together',
  )
  expect(refundsText({ rows, hasMore: false })).toBe('2 refunds have not arrived')
  expect(refundsText({ rows: rows.slice(1), hasMore: false })).toBe('1 refund has not arrived')
  expect(refundsText({ rows, hasMore: true })).toBe('More than 2 refunds have not arrived')
})
