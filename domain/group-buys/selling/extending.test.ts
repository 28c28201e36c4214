import { expect, it } from 'vitest'
import { extendedDates, extensionFault } from './extending.ts'

const now = new Date('2026-03-10T12:00:00Z')
const buy = {
  status: 'active',
  startsAt: new Date('2026-03-01T12:00:00Z'),
  endDate: new Date('2026-03-12T16:00:00Z'),
  shareDate: '2026-03-15',
  extendedAt: null,
  isToppedUp: false,
  extensions: 0,
  hasLatePromise: false,
}

it.each([
  ['stays while payment is due after the end', 1, '2026-03-13T16:00:00.000Z', '2026-03-15', '2026-03-13T22:59:59.000Z'],
  ['moves only as far as it must', 3, '2026-03-15T16:00:00.000Z', '2026-03-17', '2026-03-15T22:59:59.000Z'],
])('the sharing day %s', (_, days, end, share, due) => {
  const dates = extendedDates(buy, days)
  expect([dates.endDate.toISOString(), dates.shareDate, dates.paymentDueAt.toISOString()]).toEqual([end, share, due])
})

it('takes the day in Lagos of an end around midnight', () => {
  expect(extendedDates({ endDate: new Date('2026-03-12T23:30:00Z'), shareDate: '2026-03-15' }, 1).shareDate).toBe(
    '2026-03-16',
  )
})

it.each([
  ['open', {}, null],
  ['over', { endDate: now }, 'buy_not_active'],
  ['closed', { status: 'closed' }, 'buy_not_active'],
  ['extended once by the shop', { extensions: 1, extendedAt: now }, null],
  ['extended twice', { extensions: 2, extendedAt: now }, 'extensions_used_up'],
  ['in its top-up time', { isToppedUp: true }, 'extension_in_top_up'],
  ['extended by the clock', { extendedAt: now }, 'extended_automatically'],
  ['one with a price that relies on people who cannot leave', { hasLatePromise: true }, 'extension_breaks_promise'],
  ['open for 88 days', { startsAt: new Date('2025-12-14T12:00:00Z') }, 'extension_too_long'],
])('a buy that is %s', (_, changes, code) => {
  expect(extensionFault({ ...buy, ...changes }, { days: 3, now })?.code ?? null).toBe(code)
})
