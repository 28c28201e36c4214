import { expect, test } from 'vitest'
import { isConnectionLost } from './connection-lost.ts'

const withCode = (message: string, code: string) => Object.assign(new Error(message), { code })

test.each([
  withCode('connect ECONNREFUSED 127.0.0.1:5432', 'ECONNREFUSED'),
  new AggregateError([withCode('connect ECONNREFUSED ::1:5432', 'ECONNREFUSED')]),
  new Error('Connection terminated unexpectedly'),
  withCode('terminating connection due to administrator command', '57P01'),
  new Error('timeout exceeded when trying to connect'),
  new Error('Query read timeout'),
])('%s', (error) => {
  expect(isConnectionLost(error)).toBe(true)
})

test.each([new TypeError('x is not a function'), withCode('duplicate key', '23505'), 'ECONNREFUSED', undefined])(
  '%s is no lost connection',
  (error) => {
    expect(isConnectionLost(error)).toBe(false)
  },
)
