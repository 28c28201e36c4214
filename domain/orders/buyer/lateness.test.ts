import { expect, test } from 'vitest'
import { type OrderDates, orderLateness } from './lateness.ts'

const order: OrderDates = {
  status: 'confirmed',
  fulfilment: 'pickup',
  shareDates: ['2026-03-14'],
  collectUntil: null,
  placeHasClosed: false,
}
const at = (lagos: string) => new Date(`${lagos}+01:00`)
const acts = (facts: Partial<OrderDates>, now = at('2026-03-15T00:00:00')) =>
  orderLateness({ ...order, ...facts }, now)?.acts ?? null

test('goods are late once their sharing day is over in Lagos, and can be claimed for seven days', () => {
  expect(acts({}, at('2026-03-14T23:59:59'))).toBeNull()
  expect(acts({})).toEqual(['claim', 'write'])
  expect(acts({ status: 'paid', shareDates: [null, '2026-03-20', '2026-03-14'] })).toEqual(['claim', 'write'])
  expect(acts({}, at('2026-03-21T23:59:59'))).toEqual(['claim', 'write'])
  expect(acts({}, at('2026-03-22T00:00:00'))).toEqual(['write'])
  expect(acts({ shareDates: [] })).toBeNull()
})

test.each(['pending', 'ready', 'collected', 'completed', 'refunding', 'cancelled'])(
  'an order that is %s waits for no goods',
  (status) => {
    expect(acts({ status })).toBeNull()
  },
)

test('goods are not collected once the time for it has ended; those for the door are not collected at all', () => {
  const ready = { status: 'ready', collectUntil: '2026-03-14T17:00:00+01:00' }
  expect(acts(ready, at('2026-03-14T17:00:00'))).toBeNull()
  expect(acts(ready, at('2026-03-14T17:00:01'))).toEqual(['collect', 'choose-place', 'write'])
  expect(acts({ ...ready, fulfilment: 'delivery' })).toBeNull()
})

test('a closed place is chosen again before anything else, until the goods are ready', () => {
  expect(acts({ placeHasClosed: true })).toEqual(['choose-place', 'write'])
  expect(acts({ placeHasClosed: true, status: 'pending' })).toEqual(['choose-place', 'write'])
  expect(acts({ placeHasClosed: true, fulfilment: 'delivery' })).toEqual(['claim', 'write'])
  expect(acts({ placeHasClosed: true, status: 'ready' })).toBeNull()
})
