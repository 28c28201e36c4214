import { expect, it } from 'vitest'
import { deliverableFrom, firstWindow, windowText } from './delivery-window.ts'

const hours = [
  { day: 3, opens: '10:00', closes: '13:00' },
  { day: 3, opens: '15:00', closes: '18:00' },
  { day: 7, opens: '12:00', closes: '16:30' },
]

it.each([
  // A Wednesday, the day after it, and a Sunday.
  ['2026-03-11', 'Wed 11 Mar, 10 am to 1 pm'],
  ['2026-03-12', 'Sun 15 Mar, 12 noon to 4:30 pm'],
  ['2026-03-15', 'Sun 15 Mar, 12 noon to 4:30 pm'],
  ['2026-12-31', 'Sun 3 Jan, 12 noon to 4:30 pm'],
])('from %s the first window is %s', (from, text) => {
  const window = firstWindow(hours, from)
  expect(window && windowText(window)).toBe(text)
})

it('is unknown while a zone has no hours', () => {
  expect(firstWindow([], '2026-03-11')).toBeNull()
})

it('goods are delivered from their last sharing day on, and late ones from today', () => {
  const from = (...days: (string | null)[]) =>
    deliverableFrom(
      days.map((share_date) => ({ share_date })),
      new Date('2026-03-13T23:30:00Z'),
    )
  expect([from('2026-03-20', '2026-03-15'), from('2026-03-01'), from('2026-03-20', null)]).toEqual([
    '2026-03-20',
    '2026-03-14',
    null,
  ])
})
