import { expect, test } from 'vitest'
import { type BuyStanding, buyDangers } from './dangers.ts'

const AT = { now: '2026-03-14T09:00:00Z', today: '2026-03-14' }
const BUY: BuyStanding = {
  status: 'active',
  paid_participants: 5,
  min_participants: 5,
  end_date: '2026-03-20T17:00:00Z',
  payment_due_at: '2026-03-21T17:00:00Z',
  share_date: '2026-03-23',
  unpaid: 0,
  firstDueAt: null,
  toPack: 5,
  packed: 0,
  toHandOver: 5,
}
const dangersOf = (buy: Partial<BuyStanding>) =>
  buyDangers({ ...BUY, ...buy }, AT).map((text) => text.split(/[:,;]/)[0])

test('a group buy in order has no danger', () => {
  expect(dangersOf({})).toEqual([])
  expect(dangersOf({ status: 'completed', share_date: '2026-03-01', toHandOver: 0, toPack: 0 })).toEqual([])
})

test('each of the four dangers is named', () => {
  expect(dangersOf({ paid_participants: 3 })).toEqual(['Short of the minimum'])
  expect(dangersOf({ status: 'confirmed', paid_participants: 3 })).toEqual([])
  expect(dangersOf({ unpaid: 2, firstDueAt: '2026-03-15T08:00:00Z' })).toEqual(['2 orders are unpaid'])
  expect(dangersOf({ unpaid: 2, firstDueAt: '2026-03-16T08:00:00Z' })).toEqual([])
  expect(dangersOf({ status: 'confirmed', share_date: '2026-03-15' })).toEqual(['Nothing is packed'])
  expect(dangersOf({ status: 'confirmed', share_date: '2026-03-15', packed: 1 })).toEqual([])
  expect(dangersOf({ status: 'ready', share_date: '2026-03-13' })).toEqual(['Late'])
})
