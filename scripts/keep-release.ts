import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { migrationSums } from '#platform/postgres/migration-sums.ts'
import { openServer } from '#platform/postgres/open-server.ts'
import { seedDemoMarket } from '../database/seed/seed.ts'
import { OLDEST_PROGRAMS, startOldestPostgres } from './oldest-postgres.ts'

/**
 * npm run keep-release: keeps the demo market as this release writes it, as `database/tests/releases/<version>.sql.gz`, so that
 * tests/upgrade.test.ts can upgrade it ever after, and what its migrations were. Run once for each release. Written by
 * PostgreSQL 15, whose dumps every later one reads.
 */
if (!OLDEST_PROGRAMS)
  throw new Error('Install PostgreSQL 15 with its pg_dump (Debian: postgresql-15) to keep a release.')
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
const postgres = await startOldestPostgres(OLDEST_PROGRAMS)
try {
  const { connectionString, folder } = postgres
  const options = { databaseUrl: connectionString, dataDir: folder, maxConnections: 2, secret: 'kept', strict: true }
  await (await openServer(options)).close()
  await seedDemoMarket({ connectionString, now: new Date('2026-11-22T10:00:00Z') })
  const dump = spawnSync(
    join(OLDEST_PROGRAMS, 'pg_dump'),
    ['--dbname', connectionString, '--inserts', '--rows-per-insert=200'],
    { encoding: 'utf8', maxBuffer: 2 ** 28 },
  )
  if (dump.status !== 0) throw new Error(`pg_dump failed: ${dump.stderr}`)
  // Lines of psql's own, which a plain connection does not understand.
  const sql = dump.stdout.replace(/^\\.*$/gm, '')
  const file = join('database/tests/releases', `${version}.sql.gz`)
  await mkdir('database/tests/releases', { recursive: true })
  await writeFile(file, gzipSync(sql, { level: 9 }))
  await writeFile('database/tests/releases/migrations.sha256', `${(await migrationSums()).join('\n')}\n`)
  console.log(`Kept ${file}.`)
} finally {
  await postgres.stop()
}
