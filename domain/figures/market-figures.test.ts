import { expect, it } from 'vitest'
import { marketingClaims, ownFigures } from './market-figures.ts'

it('claims what the specification claims', () => {
  expect(marketingClaims.map(({ figure, label }) => `${figure} ${label}`)).toEqual([
    '30% average savings',
    '1000+ active members',
    '100% quality guaranteed',
  ])
})

const counted = { members: 1000, settled_orders: 30, average_savings_percent: 30 }

it('shows the market’s own figures from 30 settled orders on', () => {
  expect(ownFigures(counted)).toEqual({ members: 1000, settledOrders: 30, averageSavingsPercent: 30 })
  expect(ownFigures({ ...counted, settled_orders: 29 })).toBeNull()
  expect(ownFigures({ ...counted, average_savings_percent: null })).toBeNull()
  expect(ownFigures(null)).toBeNull()
})

it('hides figures below the claims shown next to them', () => {
  expect(ownFigures({ ...counted, average_savings_percent: 29.9 })).toBeNull()
  expect(ownFigures({ ...counted, members: 999 })).toBeNull()
})
