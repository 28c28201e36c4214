import type pg from 'pg'
import { readCatalogue } from './read-catalogue.ts'
import { rightsMatrix } from './rights-matrix.ts'
import { schemaText } from './schema-text.ts'
import { wireTypes } from './wire-types.ts'

/** The generated files of a migrated database, queried as its owner: text by path. */
export async function describeSchema(client: pg.ClientBase): Promise<Record<string, string>> {
  return {
    'database/types.ts': wireTypes(await readCatalogue(client)),
    'database/schema.sql': await schemaText(client),
    'database/rights-matrix.txt': await rightsMatrix(client),
  }
}
