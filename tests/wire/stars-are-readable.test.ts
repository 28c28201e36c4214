import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#platform/postgres/testing.ts'
import { sourceFiles } from '../laws/imports.ts'

// `*` reads every column: where a role may read some of them only, the whole read is refused.
test('pages read all columns only of tables whose columns people may all read', async () => {
  const db = await createTestDatabase()
  const { rows } = await db.owner.query<{ name: string }>(
    `select c.table_name as name from information_schema.columns c where c.table_schema = 'public'
     group by 1 having not bool_and(has_column_privilege('authenticated', format('public.%I', c.table_name), c.column_name, 'select'))`,
  )
  const partial = new Set(rows.map(({ name }) => name))
  expect(partial).toContain('claims')
  const faults = sourceFiles()
    .filter((path) => /^(web|api)\/.*\.tsx?$/.test(path))
    .flatMap((path) => {
      const text = readFileSync(path, 'utf8')
      const read = [
        ...text.matchAll(/from\('(\w+)'\)\s*\.select\(\s*['"`]\*/g),
        ...text.matchAll(/\b(\w+)(?:!\w+)?\(\*[,)]/g),
      ]
      return read.flatMap(([, table = '']) => (partial.has(table) ? [`${path}: ${table}`] : []))
    })
  expect(faults).toEqual([])
  await db.drop()
})
