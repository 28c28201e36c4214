import { expect, it } from 'vitest'
import { afterRow, readAllRows, readBatches } from './read-all-rows.ts'

it.each([0, 1, 999, 1000, 1001, 2500])('reads all %d rows of a list that returns 1,000 at a time', async (length) => {
  const all = Array.from({ length }, (_, n) => n)
  const { rows } = await readAllRows(async (from, to) => ({ data: all.slice(from, to + 1), error: null }))
  expect(rows).toEqual(all)
})

it('reports the failure instead of a batch', async () => {
  const failing = async () => ({ data: null, error: { message: 'Down' } })
  expect(await readAllRows(failing)).toEqual({ rows: [], failure: 'Down' })
})

const numbered = (length: number) => Array.from({ length }, (_, id) => ({ id: String(id).padStart(5, '0') }))

it.each([0, 1, 999, 1000, 1001, 2500])('yields %d rows in batches by keyset', async (length) => {
  const all = numbered(length)
  const requested: (string | undefined)[] = []
  const read = readBatches<{ id: string }>(async (last, size) => {
    requested.push(last?.id)
    return { data: all.filter(({ id }) => !last || id > last.id).slice(0, size), error: null }
  })
  const batches: { id: string }[][] = []
  for await (const batch of read) batches.push(batch)
  expect(batches.flat()).toEqual(all)
  expect(Math.max(0, ...batches.map((batch) => batch.length))).toBeLessThanOrEqual(1000)
  expect(requested).toHaveLength(Math.floor(length / 1000) + 1)
})

it('yields no row twice while rows are inserted', async () => {
  let all = numbered(2500)
  const read = readBatches<{ id: string }>(async (last, size) => {
    const data = all.filter(({ id }) => !last || id > last.id).slice(0, size)
    all = [{ id: '' }, ...all]
    return { data, error: null }
  })
  const ids: string[] = []
  for await (const batch of read) ids.push(...batch.map(({ id }) => id))
  expect(ids.filter(Boolean)).toEqual(numbered(2500).map(({ id }) => id))
})

it('builds the filter for the rows after a row, newest or oldest first', () => {
  const filters: string[] = []
  const note = (text: string): Query => {
    filters.push(text)
    return query
  }
  const query: Query = {
    lte: (column: string, value: string): Query => note(`${column}<=${value}`),
    gte: (column: string, value: string): Query => note(`${column}>=${value}`),
    or: (filters: string): Query => note(filters),
    limit: (size: number): Query => note(`limit ${size}`),
  }
  afterRow(query, { at: 'created_at', last: null as { id: string; created_at: string } | null, size: 5 })
  afterRow(query, { at: 'created_at', last: { id: 'x', created_at: 'T' }, size: 5 })
  expect(filters).toEqual(['limit 5', 'created_at<=T', 'created_at.lt."T",id.gt.x', 'limit 5'])
  afterRow(query, { at: 'created_at', last: { id: 'x', created_at: 'T' }, size: 5, oldestFirst: true })
  expect(filters.slice(4)).toEqual(['created_at>=T', 'created_at.gt."T",id.gt.x', 'limit 5'])
})

interface Query {
  lte(column: string, value: string): Query
  gte(column: string, value: string): Query
  or(filters: string): Query
  limit(size: number): Query
}
