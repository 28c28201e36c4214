import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readsThatHideFailures } from './laws/hidden-failures.ts'
import { sourceFiles } from './laws/imports.ts'
import { MINOR_READS } from './laws/minor-reads.ts'

test('a failed read of a page does not look like "nothing there"', () => {
  const sources = sourceFiles().map((path) => ({ path, text: readFileSync(path, 'utf8') }))
  const hidden = sources.map((source) => ({ path: source.path, reads: readsThatHideFailures(source) }))
  const tooMany = hidden.filter(({ path, reads }) => reads.length > (MINOR_READS[path] ?? 0))
  expect(tooMany.flatMap(({ reads }) => reads)).toEqual([])
  const counts = Object.fromEntries(
    hidden.filter(({ reads }) => reads.length > 0).map((one) => [one.path, one.reads.length]),
  )
  expect(counts, 'reads that were mended leave tests/laws/minor-reads.ts').toEqual(MINOR_READS)
})

const inFunction = (body: string) => `async function read(api) {\n${body}\n}`

test.each([
  ["const { data } = await api.tables.from('claims').select('id')\nreturn data ?? []", 1],
  ["const { count } = await api.tables.from('claims').select('id', { head: true })\nreturn count ?? 0", 1],
  ["return (await api.tables.rpc('own_terms')).data", 1],
  ["const [a, b] = await Promise.all([api.tables.from('a'), api.tables.from('b')])\nreturn [a.data, b.data]", 2],
  [
    "const [a, b] = await Promise.all([api.tables.from('a'), api.tables.from('b')])\nreturn a.error ?? [a.data, b.data]",
    1,
  ],
  ["const { data, error } = await api.tables.from('claims').select('id')\nreturn { data, error }", 0],
  ["const { data } = await api.tables.from('claims').select('id').throwOnError()\nreturn data", 0],
  ["const found = await api.tables.from('claims').select('id')\nreturn found.error ? null : found.data", 0],
  ['const form = await readForm(request)\nreturn form.data', 0],
])('the law finds in %j: %i', (body, count) => {
  expect(readsThatHideFailures({ path: 'web/claims/queries.ts', text: inFunction(body) })).toHaveLength(count)
})
