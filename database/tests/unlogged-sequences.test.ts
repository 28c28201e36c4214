import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())

test('no sequence is unlogged: a standby with PostgreSQL 15 that is promoted cannot read it, and writes to its table fail', async () => {
  const unlogged = `select oid::regclass::text as name from pg_class where relkind = 'S' and relpersistence = 'u'`
  expect((await db.owner.query(unlogged)).rows).toEqual([])
})
