import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { readDatabaseSources } from '#platform/postgres/database-sources.ts'
import { startEmbeddedPostgres } from '#platform/postgres/embedded.ts'
import { migrate } from '#platform/postgres/migrate.ts'

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
