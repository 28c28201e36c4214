import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseSources } from '#platform/postgres/database-sources.ts'
import { keyOf } from '#platform/postgres/definitions/definition.ts'
import { existingOf } from '#platform/postgres/definitions/existing-objects.ts'
import { identitiesOf } from '#platform/postgres/definitions/rights.ts'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())

test('every definition, and every object of a right, exists in PostgreSQL under the name parsed from the files', async () => {
  const definitions = (await databaseSources()).definitions()
  const client = await db.owner.connect()
  try {
    const existing = await existingOf(client, definitions)
    expect(definitions.map(keyOf).filter((key) => !existing.has(key))).toEqual([])
    const rights = definitions.filter(({ kind }) => kind === 'rights').map(({ name }) => name)
    const nothing = [...(await identitiesOf(client, rights))].filter(([, identity]) => !/^\d/.test(identity))
    expect(nothing).toEqual([])
    expect(definitions.length).toBeGreaterThan(1000)
  } finally {
    client.release()
  }
})
