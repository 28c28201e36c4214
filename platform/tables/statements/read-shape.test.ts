import { expect, test } from 'vitest'
import { toReadShape, valueIndexes } from './read-shape.ts'

test('addresses that differ only in plain values have one shape', () => {
  const one = toReadShape('/books?select=id&id=eq.b1&seen=gte.2026-03-14T08%3A00%3A00.000Z&order=id')
  const other = toReadShape('/books?select=id&id=eq.&seen=gte.yesterday&order=id')
  expect(one.values).toEqual(['b1', '2026-03-14T08:00:00.000Z'])
  expect(other.values).toEqual(['', 'yesterday'])
  expect(other.location).toBe(one.location)
  expect(toReadShape('/books?select=id&id=gt.b1&seen=gte.yesterday&order=id').location).not.toBe(one.location)
})

test.each([
  '/books',
  '/books?',
  '/books?select=eq.x',
  '/books?order=eq.x',
  '/books?limit=eq.1',
  '/books?or=eq.x',
  '/books?id=in.(1,2)',
  '/books?id=not.eq.1',
  '/books?id=is.null',
  '/books?title=like.a',
  '/books?id=eq(any).1',
  // Values that decode differently or not at all, or that could be taken for a placeholder.
  '/books?title=eq.a+b',
  '/books?title=eq.%E0%A4',
  '/books?title=eq.%7F0%7F',
  '/books?id=eq.1&title=like.%7f0%7f',
  '/books?authors.id=eq.1',
  '/books?data-%3Ekey=eq.1',
  '/books?title=eq."a"',
  '/books?title=eq.a,b',
])('%s is its own shape', (location) => {
  expect(toReadShape(location)).toEqual({ location, values: [] })
})

test('a value goes to each place that it was taken from, and nowhere else', () => {
  expect(valueIndexes(['\x7f1\x7f', 'a\x7f0\x7f', '', '\x7f0\x7f', '\x7f1\x7f'])).toEqual([1, null, null, 0, 1])
})
