import { expect, it } from 'vitest'
import { doneTexts, workItems } from './due-items.ts'
import type { Work } from './queries.ts'

const NOW = new Date('2026-12-04T09:00:00+01:00')
const NOTHING: Omit<Work, 'invitations' | 'failure'> = {
  counters: [],
  conflicts: [],
  loads: [],
  batches: [],
  runs: [],
  unplanned: 0,
}

const counter = (facts: Partial<Work['counters'][number]>): Work['counters'][number] => ({
  pickup_point_id: 'hub',
  vendor_id: null,
  place_name: 'Yaba hub',
  people: 0,
  expected: 0,
  late: 0,
  next_due_until: null,
  done: 0,
  ...facts,
})

const batch = (facts: Partial<Work['batches'][number]>): Work['batches'][number] => ({
  batch: 'rice',
  vendor_id: 'c0000000-0000-4000-8000-000000000001',
  shop: 'Mama Sade',
  group_buy_id: null,
  batch_name: 'Ofada rice',
  share_date: '2026-12-05',
  orders: 3,
  lines: 3,
  packed_lines: 1,
  open_orders: 2,
  waiting_orders: 0,
  unpacked_lines: 2,
  units: 5,
  packed_units: 1,
  unit: 'bag',
  ...facts,
})

const run = (facts: Partial<Work['runs'][number]>): Work['runs'][number] => ({
  id: 'run',
  pickup_point_id: 'hub',
  vendor_id: null,
  place_name: 'Yaba hub',
  rider_id: 'rider',
  rider_name: 'Sule',
  rider_serves: true,
  window_from: '2026-12-04T08:00:00+01:00',
  window_until: '2026-12-04T12:00:00+01:00',
  status: 'out',
  may_plan: false,
  stops: [],
  ...facts,
})

const titles = (work: Partial<typeof NOTHING>) =>
  workItems({ ...NOTHING, ...work }, '/packing', NOW).map(({ title, isLate }) => `${title}${isLate ? ' (late)' : ''}`)

it('lists what is to be done in the order in which it is due, and marks what is late', () => {
  const loads = [
    { pickup_point_id: 'hub', place: 'Yaba hub', shop: 'Mama Sade', product_name: 'Beans', share_date: '2026-12-03' },
    { pickup_point_id: 'hub', place: 'Yaba hub', shop: 'Iya Ibeji', product_name: 'Yam', share_date: '2026-12-04' },
  ]
  expect(
    titles({
      batches: [batch({}), batch({ batch: 'oil', batch_name: 'Palm oil', share_date: '2026-12-01' })],
      loads,
      runs: [run({}), run({ id: 'over', status: 'ended' })],
      counters: [counter({ expected: 4, late: 1, next_due_until: '2026-12-04T18:00:00+01:00' })],
      unplanned: 2,
    }),
  ).toEqual([
    'Pack Palm oil (late)',
    'Weigh in at Yaba hub (late)',
    'Deliveries from Yaba hub',
    'Hand over at Yaba hub',
    'Plan deliveries',
    'Weigh in at Yaba hub',
    'Pack Ofada rice',
  ])
})

it('says who is expected and until when, and sums up the loads of a day', () => {
  const [first] = workItems(
    { ...NOTHING, counters: [counter({ expected: 1, late: 2, next_due_until: '2026-12-04T18:00:00+01:00' })] },
    '/packing',
    NOW,
  )
  expect(first?.detail).toBe('1 person expected; the first until 6 pm; 2 people have not come in time')
  expect(first?.to).toBe('/handover?place=hub')
  const load = {
    pickup_point_id: 'hub',
    place: 'Yaba hub',
    shop: 'Mama Sade',
    product_name: 'Beans',
    share_date: '2026-12-04',
  }
  const details = (loads: Work['loads']) =>
    workItems({ ...NOTHING, loads }, '/packing', NOW).map(({ detail }) => detail)
  expect(details([load])).toEqual(['Beans from Mama Sade, due Fri 4 Dec'])
  expect(details([load, { ...load, product_name: 'Yam' }])).toEqual(['2 loads, due Fri 4 Dec'])
})

it('shows no place at which people are neither expected nor late, and nothing for an empty day', () => {
  expect(titles({ counters: [counter({ done: 3 })] })).toEqual([])
  expect(titles({})).toEqual([])
})

it('sums up what was finished', () => {
  expect(doneTexts({ counters: [counter({ done: 1 }), counter({})], runs: [] })).toEqual([
    '1 order handed over at Yaba hub',
  ])
})

it('packs several batches of one day together', () => {
  const items = workItems(
    { ...NOTHING, batches: [batch({}), batch({ batch: 'oil', batch_name: 'Palm oil' })] },
    '/packing',
    NOW,
  )
  expect(items.map(({ title, detail, to, act }) => [title, detail, to, act])).toEqual([
    [
      'Pack for Sat 5 Dec',
      '4 orders of Ofada rice, Palm oil',
      '/packing/days/day-2026-12-05-c0000000-0000-4000-8000-000000000001',
      'Pack the day',
    ],
  ])
})

it('puts a hand-over that did not count first', () => {
  const conflict = {
    id: 'c',
    order_no: 12,
    buyer_name: 'Ada Obi',
    place_name: 'Yaba hub',
    person_name: 'Musa Bello',
    acted_at: '2026-12-04T07:00:00+01:00',
    received_at: '2026-12-04T08:00:00+01:00',
    is_scanned: false,
    conflict: 'wrong-code' as const,
  }
  const [first] = workItems(
    {
      ...NOTHING,
      conflicts: [conflict],
      counters: [counter({ expected: 4, next_due_until: '2026-12-04T18:00:00+01:00' })],
    },
    '/packing',
    NOW,
  )
  expect([first?.title, first?.detail, first?.to]).toEqual([
    'A hand-over did not count',
    'Ada Obi, order 12, at Yaba hub: The code was wrong.',
    '/handover',
  ])
})
