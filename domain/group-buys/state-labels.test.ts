import { expect, test } from 'vitest'
import { buyLabel, heldLabel, ownBuyLabel } from './state-labels.ts'
import { GROUP_BUY_STATES } from './states.ts'

test.each([
  ['draft', 'Draft', 'Held until the price is final'],
  ['active', 'Open', 'Held until the price is final'],
  ['closed', 'Closed', 'Held until the price is final'],
  ['settling', 'Settling', 'Held until the price is final'],
  ['confirmed', 'Confirmed', 'Held until the food is handed over'],
  ['ready', 'Ready to share', 'Held until the food is handed over'],
  ['completed', 'Completed', 'Held until the food is handed over'],
  ['failed', 'Failed', 'Held, on its way back to buyers'],
  ['cancelled', 'Cancelled', 'Held, on its way back to buyers'],
])('%s: %s, and its money is %s', (status, label, held) => {
  expect([buyLabel(status), heldLabel(status)]).toEqual([label, held])
})

test('shows "payment due" only to participants who have not paid', () => {
  for (const status of GROUP_BUY_STATES) {
    expect(ownBuyLabel(status, { owes: false })).toBe(buyLabel(status))
    expect(ownBuyLabel(status, { owes: true })).toBe(status === 'closed' ? 'Closed, payment due' : buyLabel(status))
  }
})
