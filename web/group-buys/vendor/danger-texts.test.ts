import { expect, test } from 'vitest'
import { dangerTexts, type WatchedBuy } from './danger-texts.ts'

const now = new Date('2026-03-14T09:00:00Z')
const BUY: WatchedBuy = {
  status: 'active',
  end_date: '2026-03-20T17:00:00Z',
  payment_due_at: '2026-03-21T17:00:00Z',
  share_date: '2026-03-23',
  min_participants: 5,
  current_participants: 5,
  paid_participants: 5,
  has_packed: false,
}
const dangersOf = (buy: Partial<WatchedBuy>) => dangerTexts({ ...BUY, ...buy }, now)

test('a group buy in order has no danger', () => {
  expect(dangersOf({})).toEqual([])
  expect(dangersOf({ status: 'completed', share_date: '2026-03-01' })).toEqual([])
})

test('each of the four dangers is named', () => {
  expect(dangersOf({ current_participants: 3, paid_participants: 3, end_date: '2026-03-15T17:00:00Z' })).toEqual([
    '2 people are missing to its minimum of 5. It closes on Sun 15 Mar 2026, 6 pm.',
  ])
  expect(dangersOf({ status: 'closed', paid_participants: 4, payment_due_at: '2026-03-15T22:59:00Z' })).toEqual([
    '1 person has not paid. Payment is due on Sun 15 Mar 2026, 11:59 pm.',
  ])
  expect(dangersOf({ status: 'confirmed', share_date: '2026-03-15' })).toEqual([
    'Nothing is packed. It is shared out on Sun 15 Mar 2026.',
  ])
  expect(dangersOf({ status: 'confirmed', share_date: '2026-03-15', has_packed: true })).toEqual([])
  expect(dangersOf({ status: 'confirmed', share_date: '2026-03-13' })).toEqual([
    'Late: it was to be shared out on Fri 13 Mar 2026.',
  ])
})
