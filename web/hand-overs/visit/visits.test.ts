import { expect, test } from 'vitest'
import type { CollectionCode } from '#api/commands/hand-overs.ts'
import { english } from '#web/languages/i18n.ts'
import { nomineeText } from './nominee-code.tsx'
import { groupVisits, ordersAfterNominee } from './visits.ts'

const place = {
  name: 'Yaba hub',
  address: '3 Herbert Macaulay Way, Yaba',
  instructions: 'The blue gate',
  opening_hours: [],
}
const nominee = { name: 'Mama Bisi', code: '222333', token: 'AbCdEfGhIjKlMnOp' }
const order = (order_no: number, facts: Partial<CollectionCode> = {}): CollectionCode => ({
  hand_over_id: `h${order_no}`,
  order_id: `o${order_no}`,
  order_no,
  code: '123456',
  token: 'QrStUvWxYz012345',
  nominee: null,
  kind: 'pickup',
  place,
  shop_name: 'Mama Ngozi',
  due_from: '2026-03-14T08:00:00Z',
  due_until: null,
  lines: [{ name: 'Rice', unit: 'bag', quantity: order_no }],
  ...facts,
})

test('orders with one code at one place are one visit; a delivery is alone', () => {
  const visits = groupVisits([
    order(1),
    order(2, { kind: 'stockpile', nominee }),
    order(3, { kind: 'delivery' }),
    order(4, { place: { ...place, name: 'Ikeja hub' } }),
    order(5, { code: '999999' }),
  ])
  expect(visits.map(({ orders }) => orders.map(({ order_no }) => order_no))).toEqual([[1, 2], [3], [4], [5]])
  expect(visits[0]?.nominee).toEqual(nominee)
})

test('the message for the person who collects names what their code opens, the place and the code', () => {
  const [visit] = groupVisits([order(1, { nominee }), order(2, { nominee }), order(3)])
  if (!visit) throw new Error('No visit')
  expect(ordersAfterNominee(visit).map(({ order_no }) => order_no)).toEqual([3])
  expect(nomineeText(english, visit, nominee).split('\n')).toEqual([
    'Mama Bisi, please collect this for me: 1 bag, Rice; 2 bags, Rice.',
    'At Yaba hub, 3 Herbert Macaulay Way, Yaba.',
    'The blue gate',
    'Your code: 222 333',
    'Give this code only when the food is in your hands.',
  ])
})
