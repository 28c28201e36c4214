import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '#platform/postgres/embedded.ts'
import { migrate } from '#platform/postgres/migrate.ts'
import { migrationFolders } from '#platform/postgres/migration-files.ts'
import { describeSchema } from './generating/describe-schema.ts'

/** npm run generate: writes database/types.ts and database/schema.sql from the migrations, on a PostgreSQL of its own. */
const dataDir = await mkdtemp(join(tmpdir(), 'generate-'))
// PostgreSQL may have to run as another account, which must get through.
await chmod(dataDir, 0o711)
const postgres = await startEmbeddedPostgres({ dataDir, throwaway: true })
try {
  const { connectionString } = postgres
  await migrate({ connectionString, folders: await migrationFolders(), authenticatorPassword: 'throwaway' })
  for (const [path, text] of Object.entries(await describeSchema(connectionString))) await writeFile(path, text)
} finally {
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
