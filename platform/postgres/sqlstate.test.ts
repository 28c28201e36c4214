import { expect, test } from 'vitest'
import { isWorthRetrying, readSqlError } from './sqlstate.ts'

const reported = (code: string) => Object.assign(new Error('no'), { code, severity: 'ERROR', constraint: 'one' })

test.each([
  ['PT409', 409, 'refused'],
  ['PT600', 400, 'other'],
  ['P0001', 400, 'raised'],
  ['P0002', 500, 'other'],
  ['42501', 403, 'forbidden'],
  ['23505', 409, 'duplicate'],
  ['23503', 409, 'reference'],
  ['23514', 400, 'rule'],
  ['23502', 400, 'conflict'],
  ['23P01', 409, 'conflict'],
  ['22021', 400, 'value'],
  ['40001', 409, 'again'],
  ['40P01', 409, 'again'],
  ['55P03', 503, 'busy'],
  ['57014', 400, 'busy'],
  ['53300', 503, 'other'],
  ['42703', 400, 'other'],
] as const)('%s is %i and means: %s', (code, status, meaning) => {
  expect(readSqlError(reported(code))).toMatchObject({ code, status, meaning, message: 'no', constraint: 'one' })
  expect(isWorthRetrying(reported(code))).toBe(meaning === 'again')
})

test('an AggregateError is classified by the first error of PostgreSQL', () => {
  expect(readSqlError(new AggregateError([new Error('x'), reported('23505')]))?.meaning).toBe('duplicate')
})

test('errors of other origin are not classified', () => {
  for (const error of [
    null,
    'x',
    new Error('x'),
    Object.assign(new Error('x'), { code: 'EPERM' }),
    { code: '23505' },
  ]) {
    expect(readSqlError(error)).toBeUndefined()
    expect(isWorthRetrying(error)).toBe(false)
  }
})
