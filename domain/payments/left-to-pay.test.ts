import { expect, test } from 'vitest'
import { isAsShown, leftToPayKobo } from './left-to-pay.ts'

test('what is left to pay is the total less the PEPS that were typed', () => {
  expect(leftToPayKobo(3_034_000, '10,000')).toBe(2_034_000)
  expect(leftToPayKobo(3_034_000, '')).toBe(3_034_000)
  expect(leftToPayKobo(3_034_000, '30,340')).toBe(0)
  for (const typed of ['30,340.01', '-1', 'all']) expect(leftToPayKobo(3_034_000, typed)).toBeNull()
})

test('nothing else is charged than what the button said', () => {
  const paying = { totalKobo: 3_034_000, typedPeps: '10,000' }
  expect(isAsShown({ ...paying, shown: '3034000' })).toBe(false)
  expect(isAsShown({ ...paying, shown: '2034000' })).toBe(true)
  expect(isAsShown({ ...paying, shown: '' })).toBe(false)
  // What is no amount is refused with its own words.
  expect(isAsShown({ ...paying, typedPeps: 'all', shown: '3034000' })).toBe(true)
})
