import { afterAll, beforeAll, expect, test } from 'vitest'
import { existingKeys } from '#platform/postgres/definitions/existing-objects.ts'
import { definitionKey } from '#platform/postgres/definitions/reading/definition.ts'
import { objectIdentities } from '#platform/postgres/definitions/rights.ts'
import { readDatabaseSources } from '#platform/postgres/migrations/database-sources.ts'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())

test('every definition, and every object of a right, exists in PostgreSQL under the name parsed from the files', async () => {
  const definitions = (await readDatabaseSources()).definitions()
  const client = await db.owner.connect()
  try {
    const existing = await existingKeys(client, definitions)
    expect(definitions.map(definitionKey).filter((key) => !existing.has(key))).toEqual([])
    const rights = definitions.filter(({ kind }) => kind === 'rights').map(({ name }) => name)
    const nothing = [...(await objectIdentities(client, rights))].filter(([, identity]) => !/^\d/.test(identity))
    expect(nothing).toEqual([])
    expect(definitions.length).toBeGreaterThan(1000)
  } finally {
    client.release()
  }
})
