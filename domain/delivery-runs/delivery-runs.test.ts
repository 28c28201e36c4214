import { expect, test } from 'vitest'
import { afterFailure } from './failed-delivery.ts'
import { isRunWindow } from './run-window.ts'

const at = (time: string) => new Date(`2026-11-23T${time}:00Z`)

test('a window ends after it starts, is not over and lasts at most twelve hours', () => {
  const now = at('08:00')
  expect(isRunWindow({ from: at('09:00'), until: at('12:00'), now })).toBe(true)
  expect(isRunWindow({ from: at('07:00'), until: at('08:01'), now })).toBe(true)
  expect(isRunWindow({ from: at('07:00'), until: at('08:00'), now })).toBe(false)
  expect(isRunWindow({ from: at('12:00'), until: at('12:00'), now })).toBe(false)
  expect(isRunWindow({ from: at('09:00'), until: at('21:00'), now })).toBe(true)
  expect(isRunWindow({ from: at('09:00'), until: at('21:01'), now })).toBe(false)
})

test('after the second counted attempt the goods have to be collected', () => {
  expect([0, 1, 2, 3].map(afterFailure)).toEqual(['try-again', 'try-again', 'collect', 'collect'])
})
