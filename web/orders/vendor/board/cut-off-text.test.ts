import { expect, it } from 'vitest'
import { cutOffText } from './cut-off-text.ts'

const at = '2026-03-14T16:00:00Z'
const order = (status: string, kind: 'group_buy' | 'bulk' = 'group_buy') => ({ status, kind })

it('names the cut-off of each stage, and says what is not known yet', () => {
  expect(cutOffText('unpaid', { dueAt: at, dueDay: null, order: order('pending') })).toBe(
    'To be paid by Sat 14 Mar, 5 pm',
  )
  expect(cutOffText('unpaid', { dueAt: null, dueDay: null, order: order('pending') })).toContain(
    'once the group buy closes',
  )
  expect(cutOffText('to-pack', { dueAt: null, dueDay: '2026-03-14', order: order('confirmed') })).toBe(
    'Pack by Sat 14 Mar',
  )
  expect(cutOffText('to-pack', { dueAt: null, dueDay: null, order: order('paid') })).toBe(
    'The sharing day is not set; the price is not final yet',
  )
  expect(cutOffText('to-pack', { dueAt: null, dueDay: '2026-03-14', order: order('paid', 'bulk') })).toBe(
    'Pack by Sat 14 Mar',
  )
  expect(cutOffText('ready', { dueAt: at, dueDay: '2026-03-14', order: order('ready') })).toContain(
    'until Sat 14 Mar, 5 pm',
  )
  expect(cutOffText('ready', { dueAt: null, dueDay: '2026-03-14', order: order('ready') })).toBe(
    'Sharing day Sat 14 Mar',
  )
  expect(cutOffText('handed-over', { dueAt: at, dueDay: null, order: order('collected') })).toBe(
    'Claims until Sat 14 Mar, 5 pm',
  )
})
