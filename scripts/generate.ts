import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '#platform/postgres/embedded.ts'
import { migrate } from '#platform/postgres/migrate.ts'
import { describeSchema } from './generating/describe-schema.ts'

/** npm run generate: writes database/types.ts and database/schema.sql from the migrations, using its own PostgreSQL. */
const dataDir = await mkdtemp(join(tmpdir(), 'generate-'))
// PostgreSQL may have to run as another account, which must be able to enter the folder.
await chmod(dataDir, 0o711)
const postgres = await startEmbeddedPostgres({ dataDir, throwaway: true })
try {
  const { connectionString } = postgres
  await migrate({ connectionString, folder: 'database/migrations', authenticatorPassword: 'throwaway' })
  for (const [path, text] of Object.entries(await describeSchema(connectionString))) await writeFile(path, text)
} finally {
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
