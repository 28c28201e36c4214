import { expect, test } from 'vitest'
import { isAmountAsShown, leftToPayKobo } from './left-to-pay.ts'

test('the amount left to pay is the total less the entered PEPS', () => {
  expect(leftToPayKobo(3_034_000, '10,000')).toBe(2_034_000)
  expect(leftToPayKobo(3_034_000, '')).toBe(3_034_000)
  expect(leftToPayKobo(3_034_000, '30,340')).toBe(0)
  for (const typed of ['30,340.01', '-1', 'all']) expect(leftToPayKobo(3_034_000, typed)).toBeNull()
})

test('charges only the amount shown on the button', () => {
  const paying = { totalKobo: 3_034_000, typedPeps: '10,000' }
  expect(isAmountAsShown({ ...paying, shown: '3034000' })).toBe(false)
  expect(isAmountAsShown({ ...paying, shown: '2034000' })).toBe(true)
  expect(isAmountAsShown({ ...paying, shown: '' })).toBe(false)
  // Invalid amounts are refused with a message of their own.
  expect(isAmountAsShown({ ...paying, typedPeps: 'all', shown: '3034000' })).toBe(true)
})
