import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '#platform/postgres/embedded/embedded.ts'
import { readDatabaseSources } from '#platform/postgres/migrations/database-sources.ts'
import { migrate } from '#platform/postgres/migrations/migrate.ts'

/** Runs `work` as the owner of a temporary PostgreSQL with all tables and definitions, and removes it afterwards. */
export async function withThrowawayDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'throwaway-database-'))
  // PostgreSQL may have to run as another account, which needs access.
  await chmod(dataDir, 0o711)
  const postgres = await startEmbeddedPostgres({ dataDir, throwaway: true })
  try {
    const { connectionString } = postgres
    await migrate({ connectionString, sources: await readDatabaseSources(), authenticatorPassword: 'throwaway' })
    const client = new pg.Client({ connectionString })
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.end()
    }
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
