import { describe, expect, test } from 'vitest'
import { checkPattern } from './pattern-cost.ts'

describe('a regular expression', () => {
  test.each(['^R', 'rice|beans', '^[a-z]+( [a-z]+)*$', 'a{3}', 'x{1,20}y{2}', '\\d+', '\\\\1', '('])(
    '%s is taken',
    (pattern) => expect(() => checkPattern('imatch', pattern)).not.toThrow(),
  )

  test.each([
    'x'.repeat(101),
    '(a{1,200}){1,200}',
    '((a{20}){20})',
    'a{255}b{2}',
    'a{201,}',
    'a*'.repeat(11),
    '(.*)\\1',
    '(?=a)a',
    '(?i)rice',
    '***:(?x)a',
  ])('%s is refused', (pattern) => expect(() => checkPattern('match', pattern)).toThrow('regular expression'))
})

test('LIKE takes a few wildcards', () => {
  expect(() => checkPattern('ilike', '%ofada*rice_%')).not.toThrow()
  expect(() => checkPattern('ilike', '%a'.repeat(21))).toThrow('20 wildcards')
  expect(() => checkPattern('like', 'x'.repeat(1_001))).toThrow('1000 characters')
})

test.each(['fts', 'plfts', 'phfts', 'wfts'])('%s takes a few words', (operator) => {
  expect(() => checkPattern(operator, 'ofada rice')).not.toThrow()
  expect(() => checkPattern(operator, 'rice '.repeat(101))).toThrow('500 characters')
})

test('other values may be long', () => expect(() => checkPattern('eq', '%'.repeat(5_000))).not.toThrow())
