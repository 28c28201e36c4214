import { writeFile } from 'node:fs/promises'
import { describeCommands } from './generating/commands/describe-commands.ts'
import { describeSchema } from './generating/describe-schema.ts'
import { withThrowawayDatabase } from './throwaway-database.ts'

/**
 * npm run generate: writes database/types.ts, database/schema.sql and database/rights-matrix.txt from the tables and
 * definitions, with a temporary PostgreSQL, and then the description of all commands from their types.
 */
const texts = await withThrowawayDatabase(describeSchema)
for (const [path, text] of Object.entries(texts)) await writeFile(path, text)
await writeFile('web/public/openapi.json', `${JSON.stringify(describeCommands(), null, 1)}\n`)
