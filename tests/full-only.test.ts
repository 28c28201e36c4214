import { expect, test } from 'vitest'
import { FULL_ONLY } from './full-only.ts'
import { sourceFiles } from './laws/imports.ts'

test('every slow test is there: a moved file would run each time unless its name here moved with it', () => {
  const tests = sourceFiles().filter((path) => /\.test\.tsx?$/.test(path))
  const isThere = (name: string) =>
    tests.some((path) => (name.endsWith('/**') ? path.startsWith(name.slice(0, -2)) : path === name))
  expect(FULL_ONLY.filter((name) => !isThere(name))).toEqual([])
})
