import { expect, it } from 'vitest'
import { isRefusal } from '#domain/refusal.ts'
import { formatInEnglish } from '#domain/texts/translatable-text.ts'
import { promiseCases, standing } from '../testing.ts'
import { maxUnpaidUnits, promiseFault } from './unpaid-promises.ts'

it.each(promiseCases)('%s', (_, own, overrides, refused) => {
  const fault = promiseFault({ ...standing, ...own }, { quantity: 1, amountDueKobo: 100n, ...overrides })
  expect(isRefusal(fault) ? fault.code : null).toBe(refused)
})

it('the text for a verified account mentions no higher limit', () => {
  const refusal = promiseFault({ ...standing, grade: 'verified', orders: 40 }, { quantity: 1, amountDueKobo: 1n })
  expect(formatInEnglish(refusal?.message ?? '')).toBe(
    'A verified account may have 40 unpaid orders, and you have 40. Pay for one or leave one first.',
  )
})

it('one person may have a quarter of the target unpaid, or the least quantity', () => {
  const most = (targetQuantity: number, minQuantity: number, maxQuantity: number | null = null) =>
    maxUnpaidUnits({ targetQuantity, minQuantity, maxQuantity }, standing.limits)
  expect([most(30, 1), most(3, 1), most(10, 4), most(30, 1, 20)]).toEqual([7, 1, 4, null])
})
