import { expect, test } from 'vitest'
import { fillCannedAnswer, splitText } from './support.ts'

test('a name that looks like a pattern or a placeholder is written as it is', () => {
  for (const name of ["$'$&$`", '{order}', '{name}'])
    expect(fillCannedAnswer('Good day {name}, order {order}.', { name, order: '12' })).toBe(
      `Good day ${name}, order 12.`,
    )
  expect(fillCannedAnswer('{name}, order {order}', { name: 'Ada', order: null })).toBe('Ada, order {order}')
})

test('a long text is split at spaces, and inside a word without any', () => {
  expect(splitText('one two three', 8)).toEqual(['one two', 'three'])
  expect(splitText('x'.repeat(9), 4)).toEqual(['xxxx', 'xxxx', 'x'])
  expect(splitText('  ', 4)).toEqual([])
})
