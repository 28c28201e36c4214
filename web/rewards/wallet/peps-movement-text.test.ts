import { expect, test } from 'vitest'
import { MOVEMENTS } from '#domain/payments/movements.ts'
import { english } from '#web/languages/i18n.ts'
import { pepsMovementText } from './peps-movement-text.ts'

test('every kind of PEPS movement has a text', () => {
  for (const [kind, { debit, credit }] of Object.entries(MOVEMENTS)) {
    if (debit !== 'peps' && credit !== 'peps') continue
    const text = pepsMovementText(english, { kind, order_no: 10_001, what: 'Rice', is_held: false })
    expect([kind, text]).not.toEqual([kind, 'Recorded'])
  }
})

test('names an order by its number', () => {
  const spent = { kind: 'peps_spent', order_no: 10_001, what: 'Ofada rice' }
  expect(pepsMovementText(english, { ...spent, is_held: false })).toBe('Spent on order 10001, Ofada rice')
  expect(pepsMovementText(english, { ...spent, is_held: true })).toBe(
    'Set aside for order 10001, Ofada rice, until its payment is done',
  )
  expect(pepsMovementText(english, { ...spent, order_no: null, is_held: false })).toBe('Spent on an order')
})
