import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sourceFiles } from './laws/imports.ts'

/**
 * `where id in (select … limit … for update skip locked)` may be planned as a nested loop, which runs the subquery again
 * for each row of the outer table and may lock more rows than the limit. `= any (array(…))` runs it once.
 */
const LOCKS_IN_SUBQUERY =
  /\bin\s*\(\s*select\b(?:(?!\bin\s*\(\s*select\b)[^;`])*?\bfor\s+(?:no key )?update skip locked\s*\)/giu

const lockingSubqueries = (text: string): string[] => [...text.matchAll(LOCKS_IN_SUBQUERY)].map(([found]) => found)

const sqlFiles = ['database', 'platform'].flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.sql') && path !== 'schema.sql')
    .map((path) => `${root}/${path}`),
)

test('rows are claimed by a subquery that runs once', () => {
  const paths = new Set([...sourceFiles().filter((path) => !path.endsWith('.test.ts')), ...sqlFiles])
  const found = [...paths].flatMap((path) =>
    lockingSubqueries(readFileSync(path, 'utf8')).map((one) => `${path}: ${one.slice(0, 60)}`),
  )
  expect(found).toEqual([])
})

test.each([
  ['update a set b = 1 where id in (select id from a limit 5 for update skip locked)', 1],
  ['delete from a where (x, y) in (\n  select x, y from a limit $1\n  for no key update skip locked)', 1],
  ['update a set b = 1 where id = any (array(select id from a limit 5 for update skip locked))', 0],
  ['with n as (select id from a limit 5 for update skip locked) update a set b = 1 from n where a.id = n.id', 0],
])('the law finds in %j: %i', (text, count) => {
  expect(lockingSubqueries(text)).toHaveLength(count)
})
