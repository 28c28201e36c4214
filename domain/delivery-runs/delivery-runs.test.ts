import { expect, test } from 'vitest'
import { afterFailure } from './failed-delivery.ts'
import { isRunWindow } from './run-window.ts'

const at = (time: string) => new Date(`2026-11-23T${time}:00Z`)

test('a window has an order, is not over and is no longer than twelve hours', () => {
  const now = at('08:00')
  expect(isRunWindow({ from: at('09:00'), until: at('12:00'), now })).toBe(true)
  expect(isRunWindow({ from: at('07:00'), until: at('08:01'), now })).toBe(true)
  expect(isRunWindow({ from: at('07:00'), until: at('08:00'), now })).toBe(false)
  expect(isRunWindow({ from: at('12:00'), until: at('12:00'), now })).toBe(false)
  expect(isRunWindow({ from: at('09:00'), until: at('21:00'), now })).toBe(true)
  expect(isRunWindow({ from: at('09:00'), until: at('21:01'), now })).toBe(false)
})

test('after the second counted try the goods await their buyer', () => {
  expect([0, 1, 2, 3].map(afterFailure)).toEqual(['try-again', 'try-again', 'collect', 'collect'])
})
