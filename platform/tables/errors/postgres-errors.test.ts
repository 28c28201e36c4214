import { expect, test } from 'vitest'
import { fromPostgres } from './postgres-errors.ts'

test.each([
  Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' }),
  new AggregateError([Object.assign(new Error('connect ECONNREFUSED ::1:5432'), { code: 'ECONNREFUSED' })]),
  new Error('Connection terminated unexpectedly'),
  new Error('Client has encountered a connection error and is not queryable'),
])('a server that went away is 503: %s', (error) => {
  expect(fromPostgres(error, 'anon')).toMatchObject({ status: 503, body: { code: 'PGRST001' } })
})

test('a bug of ours is not mistaken for one', () => {
  expect(fromPostgres(new TypeError('x is not a function'), 'anon')).toBeUndefined()
})
