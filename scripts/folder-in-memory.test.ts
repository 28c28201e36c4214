import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { folderForTests } from './folder-in-memory.mjs'

test('the folder that somebody has set stands', () => {
  expect(folderForTests({ environment: { TMPDIR: '/elsewhere' } })).toBe('/elsewhere')
})

test('where memory is short, nothing is kept in it', () => {
  expect(folderForTests({ environment: {}, memory: 2 ** 30 })).toBe(tmpdir())
})
