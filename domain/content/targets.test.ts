import { expect, it } from 'vitest'
import { buyProblem, productProblem, readLinkTarget, shopProblem } from './targets.ts'

const NOW = new Date('2026-03-10T12:00:00Z')
const product = {
  archived_at: null,
  available_quantity: 5,
  min_quantity: 5,
  paused_until: null,
  vendor: { paused_until: null },
}
const buy = {
  status: 'active',
  end_date: '2026-03-11T00:00:00Z',
  target_quantity: 40,
  current_quantity: 39,
  max_participants: null,
  current_participants: 9,
}

it.each([
  [product, null],
  [null, 'Its product was withdrawn.'],
  [{ ...product, archived_at: '2026-03-01' }, 'Its product was withdrawn.'],
  [{ ...product, vendor: null }, 'The shop of its product is not open.'],
  [{ ...product, available_quantity: 4 }, 'Its product is sold out.'],
  [{ ...product, paused_until: '2026-03-09T00:00:00Z' }, null],
  [{ ...product, paused_until: '2026-03-13T23:00:00Z' }, 'Its product is paused until Sat 14 Mar 2026.'],
  [
    { ...product, paused_until: '2026-03-11T00:00:00Z', vendor: { paused_until: '2026-03-13T23:00:00Z' } },
    'Its product is paused until Sat 14 Mar 2026.',
  ],
])('product %#', (one, problem) => expect(productProblem(one, NOW)).toBe(problem))

it.each([
  [buy, null],
  [null, 'Its group buy was withdrawn, or its shop is not open.'],
  [{ ...buy, status: 'cancelled' }, 'Its group buy was called off.'],
  [{ ...buy, status: 'confirmed' }, 'Its group buy is closed.'],
  [{ ...buy, end_date: '2026-03-10T12:00:00Z' }, 'Its group buy is closed.'],
  [{ ...buy, current_quantity: 40 }, 'Its group buy is sold out.'],
  [{ ...buy, max_participants: 9 }, 'Its group buy is sold out.'],
])('group buy %#', (one, problem) => expect(buyProblem(one, NOW)).toBe(problem))

it('a shop', () => {
  expect(shopProblem(null, NOW)).toBe('Its shop is not open.')
  expect(shopProblem({ paused_until: '2026-03-13T23:00:00Z' }, NOW)).toBe('Its shop is paused until Sat 14 Mar 2026.')
  expect(shopProblem({ paused_until: '2026-03-10T11:00:00Z' }, NOW)).toBeNull()
})

it('finds the record of a link', () => {
  expect(readLinkTarget('/blog/keeping-onions?x=1')).toEqual({ kind: 'blog', key: 'keeping-onions' })
  expect(readLinkTarget('/group-buys/7f-1#join')).toEqual({ kind: 'group-buys', key: '7f-1' })
  for (const link of [
    null,
    '',
    '/group-buys',
    '/products?category=seafood',
    'https://a.test/products/7',
    '/toString/7',
  ])
    expect(readLinkTarget(link)).toBeNull()
})
