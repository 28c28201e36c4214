import { expect, test } from 'vitest'
import { shapeFlaw } from './json-shape.ts'

const flaw = (text: string) => shapeFlaw(Buffer.from(text), { maxDepth: 3, maxValues: 6 })

test.each([
  '',
  '{}',
  '[[[]]]',
  '{"a":[{"b":1}]}',
  '["[[[[","\\"[[[[",",,,,,,,"]',
  '[1,2,3,4,5,6]',
  '"ẹ[[[["',
  '"open [[[[',
])('%s is within the limits', (text) => expect(flaw(text)).toBeNull())

test('counts arrays and objects outside strings', () => {
  expect(flaw('[[[[')).toBe('too-deep')
  expect(flaw('{"a":{"b":{"c":{}}}}')).toBe('too-deep')
  expect(flaw('["\\\\",[[[')).toBe('too-deep')
})

test('values count by commas and brackets', () => {
  expect(flaw('[1,2,3,4,5,6,7]')).toBe('too-many')
  expect(flaw('[],[],[],[]')).toBe('too-many')
})
