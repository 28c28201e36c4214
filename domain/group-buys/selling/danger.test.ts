import { expect, it } from 'vitest'
import { dangerOf } from './danger.ts'

const now = new Date('2026-03-10T12:00:00Z')
const buy = {
  status: 'active',
  endDate: new Date('2026-03-12T12:00:00Z'),
  paymentDueAt: new Date('2026-03-20T12:00:00Z'),
  minParticipants: 5,
  currentParticipants: 3,
  paidParticipants: 1,
}

it.each([
  ['short of its minimum near the end', {}, { missing: 2, unpaid: 0 }],
  ['short, but open for long', { endDate: new Date('2026-03-14T12:00:00Z') }, null],
  ['at its minimum', { currentParticipants: 5 }, null],
  ['open with unpaid people near the due time', { paymentDueAt: buy.endDate }, { missing: 2, unpaid: 2 }],
  ['closed with unpaid people', { status: 'closed', paymentDueAt: buy.endDate }, { missing: 0, unpaid: 2 }],
  ['closed and paid', { status: 'closed', paymentDueAt: buy.endDate, paidParticipants: 3 }, null],
  ['past the due time', { status: 'closed', paymentDueAt: now }, null],
  ['over', { status: 'failed' }, null],
])('a buy that is %s', (_, changes, danger) => {
  expect(dangerOf({ ...buy, ...changes }, now)).toEqual(danger)
})
