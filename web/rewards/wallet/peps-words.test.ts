import { expect, test } from 'vitest'
import { MOVEMENTS } from '#domain/payments/movements.ts'
import { pepsWords } from './peps-words.ts'

test('every movement of PEPS has its words', () => {
  for (const [kind, { debit, credit }] of Object.entries(MOVEMENTS)) {
    if (debit !== 'peps' && credit !== 'peps') continue
    expect([kind, pepsWords({ kind, order_no: 10_001, what: 'Rice', is_held: false })]).not.toEqual([kind, 'Booked'])
  }
})

test('an order is named by its number', () => {
  const spent = { kind: 'peps_spent', order_no: 10_001, what: 'Ofada rice' }
  expect(pepsWords({ ...spent, is_held: false })).toBe('Spent on order 10001, Ofada rice')
  expect(pepsWords({ ...spent, is_held: true })).toBe(
    'Set aside for order 10001, Ofada rice, until its payment is done',
  )
})
