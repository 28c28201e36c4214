import { expect, it } from 'vitest'
import { groupByProduct } from './bought.ts'

it('lists each product once, latest first', () => {
  const bought = [
    { productId: 'rice', at: '2026-01-01T00:00:00Z' },
    { productId: 'oil', at: '2026-02-01T00:00:00Z' },
    { productId: 'rice', at: '2026-03-01T00:00:00+01:00' },
  ]
  expect(groupByProduct(bought)).toEqual([
    { productId: 'rice', lastAt: '2026-03-01T00:00:00+01:00', times: 2 },
    { productId: 'oil', lastAt: '2026-02-01T00:00:00Z', times: 1 },
  ])
})
