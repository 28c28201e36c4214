import { expect, test } from 'vitest'
import { english } from '#web/languages/i18n.ts'
import { buildTimeline } from './timeline-entries.ts'

const buy = { unit: 'bag', final_price: 72_000, payment_due_at: '2026-12-08T22:59:59Z', share_date: '2026-12-10' }
const order = {
  fulfilment: 'pickup',
  hold_expires_at: null,
  status: 'confirmed',
  total_amount: 72_000,
  fee_kobo: 180_000,
  delivery_fee_kobo: 0,
  charged_kobo: 7_790_000,
  settled_at: '2026-12-08T23:00:00Z',
  group_buy: buy,
}
const move = (to_status: string, at: string, reason: string | null = null) => ({ to_status, at, reason })
const moves = [
  move('pending', '2026-12-01T08:00:00Z'),
  move('paid', '2026-12-02T08:00:00Z'),
  move('confirmed', '2026-12-08T23:00:00Z'),
]

test('lists what happened in order, with the price and the refund', () => {
  const shown = buildTimeline(english, order, { moves, refunds: [], parts: [], stops: [], offline: [] })
  expect(shown.map(({ title, detail }) => [title, detail])).toEqual([
    ['Joined', null],
    ['Paid', '₦77,900, held for you until sharing day'],
    ['Final price: ₦72,000 a bag', '₦4,100 came back to you as PEPS, at once'],
    ['Sharing day', null],
  ])
  expect(shown.at(-1)?.ahead).toBe(true)
})

test('sorts refunds and partial refunds between the state changes, and says when nothing was refunded', () => {
  const refunds = [
    {
      id: 'r',
      amount_kobo: 779_000,
      status: 'processed',
      reason: 'short_delivery',
      processed_at: '2026-12-14T08:00:00Z',
    },
  ]
  const parts = [
    {
      id: 'p',
      goods_kobo: 760_000,
      fee_kobo: 19_000,
      delivery_kobo: 0,
      reason: 'One bag was torn',
      created_at: '2026-12-11T08:00:00Z',
    },
  ]
  const late = [...moves, move('ready', '2026-12-10T08:00:00Z'), move('completed', '2026-12-13T08:00:00Z')]
  const shown = buildTimeline(
    english,
    { ...order, status: 'completed', charged_kobo: 7_380_000 },
    { moves: late, refunds, parts, stops: [], offline: [] },
  )
  expect(shown.map(({ title }) => title)).toEqual([
    'Joined',
    'Paid',
    'Final price: ₦72,000 a bag',
    'Ready',
    '₦7,790 given back',
    'Completed',
    '₦7,790 arrived where you paid from',
  ])
  expect(shown[2]?.detail).toBe('That is what you paid, so nothing comes back')
})

test('shows what is due while nothing is paid', () => {
  const shown = buildTimeline(
    english,
    { ...order, status: 'pending', charged_kobo: 0 },
    { moves: moves.slice(0, 1), refunds: [], parts: [], stops: [], offline: [] },
  )
  expect(shown.map(({ title }) => title)).toEqual(['Joined', 'Payment due'])
})

test('shows each step of a delivery', () => {
  const stop = { window_from: '2026-12-11T08:00:00Z', window_until: '2026-12-11T11:00:00Z', reason: null }
  const stops = [
    {
      ...stop,
      id: 'a',
      status: 'failed',
      reason: 'nobody-there',
      created_at: '2026-12-10T09:00:00Z',
      out_at: '2026-12-11T08:10:00Z',
      ended_at: '2026-12-11T09:00:00Z',
    },
    {
      ...stop,
      id: 'b',
      status: 'removed',
      created_at: '2026-12-11T10:00:00Z',
      out_at: null,
      ended_at: '2026-12-11T10:30:00Z',
    },
  ]
  const ready = [...moves, move('ready', '2026-12-10T08:00:00Z')]
  const door = { ...order, status: 'ready', fulfilment: 'delivery' }
  const shown = buildTimeline(english, door, { moves: ready, refunds: [], parts: [], stops, offline: [] })
  expect(shown.slice(3).map(({ title, detail }) => [title, detail])).toEqual([
    ['Packed for delivery', null],
    ['Delivery planned', 'Fri 11 Dec, 9 am to 12 noon'],
    ['Out for delivery', null],
    ['We could not deliver', 'nobody was there'],
    ['Delivery planned', 'Fri 11 Dec, 9 am to 12 noon'],
    ['Taken off the delivery run', null],
  ])
})

test('a hand-over without a network says when it was and when it reached us; one that did not count says why', () => {
  const handOver = {
    id: 'a',
    place_name: 'Yaba hub',
    acted_at: '2026-12-04T09:14:00Z',
    received_at: '2026-12-04T10:20:00Z',
    conflict: null,
    settlement: null,
    settled_at: null,
  }
  const entries = (facts: object) =>
    buildTimeline(english, order, {
      moves: [],
      refunds: [],
      parts: [],
      stops: [],
      offline: [{ ...handOver, ...facts }],
    })
      .filter(({ ahead }) => !ahead)
      .map(({ title, detail }) => `${title}: ${detail}`)
  expect(entries({})).toEqual(['Written down without a network: At Yaba hub; it reached us Fri 4 Dec, 11:20 am'])
  const settled = { conflict: 'wrong-code', settlement: 'not-handed-over', settled_at: '2026-12-04T12:00:00Z' }
  expect(entries(settled).slice(1)).toEqual([
    'This hand-over did not count: The code was wrong.',
    'Settled by the place: It did not happen: your goods are at the place.',
  ])
})
