import { writeFile } from 'node:fs/promises'
import pg from 'pg'
import { readColumns, readRelationships } from './generating/read-catalogue.ts'
import { schemaText } from './generating/schema-text.ts'
import { wireTypes } from './generating/wire-types.ts'

/** Writes database/types.ts and database/schema.sql from a migrated database (first argument or DATABASE_URL). */
const connectionString = process.argv[2] ?? process.env.DATABASE_URL
if (!connectionString) throw new Error('Name a migrated database: npm run generate -- postgres://…')
const client = new pg.Client({ connectionString })
await client.connect()
try {
  await writeFile('database/types.ts', wireTypes(await readColumns(client), await readRelationships(client)))
  await writeFile('database/schema.sql', await schemaText(client))
} finally {
  await client.end()
}
