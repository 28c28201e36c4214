import { encodeQR } from 'qr'
import { expect, it } from 'vitest'
import { qrPath } from '#domain/qr-path.ts'
import { csvText } from '#web/files/csv.ts'
import { amountText, groupByPlace, lineStateLabel, lineWeightText, pickList } from './packing-texts.ts'
import { packingLine as line } from './testing.ts'

const measure = { unit: 'derica', food: 'rice', kg_per_unit: 0.9, least_kg: 0.7, most_kg: 1.1, is_equivalent: true }

it('counts the packs of a product that comes in one size of them', () => {
  const bags = { unit: 'paint bucket', pack_size: 20, pack_unit: 'bag' }
  const packsOf = (...lines: ReturnType<typeof line>[]) => pickList(lines, []).map(({ packs }) => packs)
  expect(packsOf(line({ ...bags, quantity: 60 }), line({ ...bags, quantity: 40 }))).toEqual(['5 bags of 20'])
  expect(packsOf(line({ ...bags, quantity: 33 }))).toEqual(['1 bag of 20 and 13 paint buckets'])
  expect(packsOf(line({ ...bags, quantity: 7 }))).toEqual(['7 paint buckets'])
  expect(packsOf(line({ ...bags, quantity: 20 }), line({ quantity: 2 }))).toEqual([''])
})

it('lists each product once, with its weight in kilograms and market measures if known', () => {
  const lines = [
    line({ quantity: 2, kg_per_unit: 25 }),
    line({ quantity: 3, kg_per_unit: 25, packed_at: '2026-03-14T16:00:00Z', missing_thousandths: 500 }),
    line({ product_id: 'q', product_name: 'Eggs', unit: 'crate', quantity: 1, status: 'ready' }),
    line({ product_id: 'r', product_name: 'Beans', unit: 'kg', quantity: 4, kg_per_unit: 1, category: 'legumes' }),
  ]
  expect(pickList(lines, [measure])).toEqual([
    { product: 'Beans', unit: 'kg', units: 4, packed: 0, missing: 0, kg: 4, weight: '4 kg', packs: '' },
    { product: 'Eggs', unit: 'crate', units: 1, packed: 1, missing: 0, kg: null, weight: null, packs: '' },
    {
      product: 'Rice, 25 kg',
      unit: 'bag',
      units: 5,
      packed: 3,
      missing: 500,
      kg: 125,
      weight: 'about 125 kg, about 139 dericas',
      packs: '',
    },
  ])
  expect(lines.map(lineStateLabel)).toEqual(['To pack', 'Packed', 'Ready', 'To pack'])
  expect(amountText(lines[1] ?? line())).toBe('3 bags')
  expect(lines.map((one) => lineWeightText(one, [measure]))).toEqual([
    'about 50 kg, about 56 dericas',
    'about 75 kg, about 83 dericas',
    '',
    '',
  ])
  // One line of unknown weight: no total.
  expect(pickList([...lines, line()], [measure])[2]?.weight).toBe(null)
})

it('groups by place, or by kind of fulfilment without one', () => {
  const closed = line({ place: 'Yaba hub', is_waiting: true })
  const lines = [line(), line({ fulfilment: 'delivery' }), line({ place: 'Yaba hub' }), line(), closed]
  expect(groupByPlace(lines).map(({ place, lines: some }) => [place, some.length])).toEqual([
    ['Pickup at the shop', 2],
    ['Delivery', 1],
    ['Yaba hub', 1],
    ['Yaba hub (closed: the buyer chooses another)', 1],
  ])
})

it('groups deliveries by run: what goes out with a rider is loaded together', () => {
  const run = {
    fulfilment: 'delivery',
    run_id: 'r',
    run_from: '2026-03-14T13:00:00Z',
    run_until: '2026-03-14T15:00:00Z',
  }
  const first = { ...run, run_rider: 'Musa Bello' }
  const later = { ...run, run_id: 's', run_from: '2026-03-15T13:00:00Z', run_until: '2026-03-15T15:00:00Z' }
  const lines = [line({ fulfilment: 'delivery' }), line(first), line({ ...later, run_rider: '' }), line(first)]
  expect(groupByPlace(lines).map(({ place, lines: some }) => [place, some.length])).toEqual([
    ['Delivery', 1],
    ['Delivery by Musa Bello, Sat 14 Mar, 2 pm to 4 pm', 2],
    ['Delivery by a rider, Sun 15 Mar, 2 pm to 4 pm', 1],
  ])
})

it('escapes formulas in CSV files', () => {
  expect(csvText([['Buyer', ({ buyer_name: buyer }) => buyer]], [line({ buyer_name: '=HYPERLINK("x")' })])).toContain(
    `"'=HYPERLINK`,
  )
})

it('draws exactly the squares of the code', () => {
  const text = 'https://ajoja.example/handover?order=10001'
  const { size, path } = qrPath(text)
  const squares = encodeQR(text, 'raw', { ecc: 'medium', border: 4 })
  const drawn = squares.map((row) => row.map(() => false))
  for (const [, x, y, wide] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let column = 0; column < Number(wide); column += 1) {
      const row = drawn[Number(y)]
      if (row) row[Number(x) + column] = true
    }
  }
  expect(drawn).toEqual(squares)
  expect(size).toBe(squares.length)
})
