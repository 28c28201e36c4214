import { expect, it } from 'vitest'
import { claims, ownFigures } from './market-figures.ts'

it('claims what the specification claims', () => {
  expect(claims.map(({ figure, label }) => `${figure} ${label}`)).toEqual([
    '30% average savings',
    '1000+ active members',
    '100% quality guaranteed',
  ])
})

it('shows its own figures from 30 settled orders on', () => {
  const counted = { members: 67, settled_orders: 30, average_savings_percent: 12.4 }
  expect(ownFigures(counted)).toEqual({ members: 67, settledOrders: 30, averageSavingsPercent: 12.4 })
  expect(ownFigures({ ...counted, settled_orders: 29 })).toBeNull()
  expect(ownFigures({ ...counted, average_savings_percent: null })).toBeNull()
  expect(ownFigures(null)).toBeNull()
})
