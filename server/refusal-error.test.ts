import { expect, test } from 'vitest'
import { isWorthRetrying } from '#platform/postgres/sqlstate.ts'
import { databaseRefusal, httpStatus } from './refusal-error.ts'

const raised = (code: string) => Object.assign(new Error('Said by a guard'), { code, severity: 'ERROR' })

test.each([
  ['PT400', 'invalid_input', 400],
  ['PT403', 'not_allowed', 403],
  ['PT409', 'move_not_allowed', 409],
  ['P0001', 'invalid_input', 400],
  ['23505', 'already_done', 409],
  ['23514', 'conflict', 409],
  ['42501', 'not_allowed', 403],
  ['22P02', 'invalid_input', 400],
])('database error %s becomes refusal %s', (state, code, status) => {
  const refusal = databaseRefusal(raised(state))
  expect(refusal?.code).toBe(code)
  expect(refusal && httpStatus(refusal)).toBe(status)
  // Only messages of our own guards are shown to users.
  expect(refusal?.message === 'Said by a guard').toBe(/^P[T0]/.test(state))
})

test('other errors are faults, and some faults are retried', () => {
  for (const fault of [raised('XX000'), new Error('broken'), null]) expect(databaseRefusal(fault)).toBeNull()
  expect(['40001', '40P01', '23505'].map((state) => isWorthRetrying(raised(state)))).toEqual([true, true, false])
})
