import pg from 'pg'
import { readCatalogue } from './read-catalogue.ts'
import { schemaText } from './schema-text.ts'
import { wireTypes } from './wire-types.ts'

/** What is generated from a migrated database: text by path. */
export async function describeSchema(ownerConnectionString: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: ownerConnectionString })
  await client.connect()
  try {
    return {
      'database/types.ts': wireTypes(await readCatalogue(client)),
      'database/schema.sql': await schemaText(client),
    }
  } finally {
    await client.end()
  }
}
