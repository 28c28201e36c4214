import { existsSync, readFileSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const rows = readFileSync('docs/security.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| promise') && !line.startsWith('| ---'))
  .map((line) => line.split(' | '))

test('every promise says how it is enforced, and names its tests', () => {
  expect(rows.length).toBeGreaterThan(30)
  const incomplete = rows.filter(([, means, tests]) => !means?.trim() || testsIn(tests).length === 0)
  expect(incomplete.map(([promise]) => promise)).toEqual([])
})

test('every test that a promise names exists under that name', () => {
  const named = rows.flatMap(([, , tests]) => testsIn(tests))
  expect(named.filter(({ path, title }) => !existsSync(path) || !readFileSync(path, 'utf8').includes(title))).toEqual(
    [],
  )
})

const testsIn = (cell = '') =>
  [...cell.matchAll(/\[([^\]]+)\]\(([^)]+\.test\.ts)\)/g)].map(([, title = '', link = '']) => ({
    title,
    path: normalize(join('docs', link)),
  }))
