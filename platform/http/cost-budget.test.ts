import { expect, test } from 'vitest'
import { openCostBudget } from './cost-budget.ts'

test('spends a burst, then what has come back since, each key by itself', () => {
  let now = 0
  const budget = openCostBudget({ burst: 100, perSecond: 10, clock: () => now })
  expect(budget.spend('a', 60)).toBe(0)
  expect(budget.spend('a', 60)).toBe(2)
  expect(budget.spend('a', 40)).toBe(0)
  expect(budget.spend('a', 1)).toBe(1)
  expect(budget.spend('b', 100)).toBe(0)
  now = 5_000
  expect(budget.spend('a', 51)).toBe(1)
  expect(budget.spend('a', 50)).toBe(0)
})

test('one cost above the whole burst is taken when nothing was spent', () => {
  const budget = openCostBudget({ burst: 100, perSecond: 10, clock: () => 0 })
  expect(budget.spend('a', 500)).toBe(0)
  expect(budget.spend('a', 1)).toBe(41)
})
