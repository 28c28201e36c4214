import { expect, it } from 'vitest'
import { dangerOf, packingDanger } from './danger.ts'

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

it.each([
  ['to be shared in two days', { shareDate: '2026-03-12' }, null],
  ['to be shared tomorrow', {}, 'unpacked'],
  ['partly packed', { hasPacked: true }, null],
  ['past its sharing day, packed or not', { shareDate: '2026-03-09', hasPacked: true }, 'late'],
  ['ready', { status: 'ready', shareDate: '2026-03-09' }, null],
  ['without a sharing day', { shareDate: null }, null],
])('a confirmed buy that is %s', (_, changes, danger) => {
  const promised = { status: 'confirmed', shareDate: '2026-03-11', hasPacked: false, ...changes }
  expect(packingDanger(promised, '2026-03-10')).toBe(danger)
})
