import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#platform/postgres/database.ts'
import { createTablesHandler } from '../handler.ts'
import { type Library, openLibrary } from './library.ts'

let library: Library
const reads: pg.QueryConfig[] = []
beforeAll(async () => {
  library = await openLibrary()
})
afterAll(() => library.drop())

function recordReads(database: Database): Database {
  const record = (tx: pg.ClientBase): pg.ClientBase => {
    const query = (...statement: unknown[]) => {
      if (typeof statement[0] === 'object') reads.push(statement[0] as pg.QueryConfig)
      return Reflect.apply(tx.query, tx, statement)
    }
    return Object.assign(Object.create(tx), { query })
  }
  return {
    ...database,
    as: (identity, work, options) =>
      database.as(identity, (tx, sendCommit) => work(record(tx) as pg.PoolClient, sendCommit), options),
  }
}

/** The range of a page of the five books, and whether PostgreSQL counted them in addition to reading it. */
async function readPage(page: string, count: string) {
  const handle = createTablesHandler({
    database: recordReads(library.test.database),
    schemas: ['library'],
    identify: async () => ({ role: 'authenticated', claims: { sub: 'c0000000-0000-0000-0000-000000000001' } }),
  })
  reads.splice(0)
  const headers = { prefer: `count=${count}` }
  const response = await handle(new Request(`http://tables.test/rest/v1/books?select=id&order=id${page}`, { headers }))
  const read = reads.find(({ text }) => text.includes('as total'))
  const plan = await library.test.owner.query<{ 'QUERY PLAN': string }>(`explain (analyze) ${read?.text}`, read?.values)
  const counting = plan.rows.map((row) => row['QUERY PLAN']).filter((line) => line.includes('Aggregate'))
  return [response.headers.get('content-range'), counting.filter((line) => !line.includes('never executed')).length > 1]
}

test.each([
  ['', '0-4/5', false],
  ['&limit=6', '0-4/5', false],
  ['&limit=5', '0-4/5', true],
  ['&limit=2', '0-1/5', true],
  ['&limit=2&offset=4', '4-4/5', false],
  ['&limit=2&offset=3', '3-4/5', true],
  ['&limit=2&offset=5', '*/5', true],
  ['&limit=0', '*/5', true],
  ['&title=eq.Nothing', '*/0', false],
] as const)('books%s: %s, and counted in addition: %s', async (page, range, isCounted) => {
  expect(await readPage(page, 'exact')).toEqual([range, isCounted])
  expect(await readPage(page, 'estimated')).toEqual([range, isCounted])
})
