import { expect, test } from 'vitest'
import { EXAMPLE_ROWS, IMPORT_COLUMNS } from './columns.ts'
import { readImportRows } from './read-rows.ts'

test('the rows of the template can be imported as they are', () => {
  const header = IMPORT_COLUMNS.map((column) => column.header)
  const cells = EXAMPLE_ROWS.map((row) => IMPORT_COLUMNS.map(({ field }) => row[field] ?? ''))
  const read = readImportRows([header, ...cells], { today: '2026-11-30', measures: [] })
  expect(typeof read === 'string' ? read : read.map(({ errors }) => errors)).toEqual(EXAMPLE_ROWS.map(() => ({})))
})
