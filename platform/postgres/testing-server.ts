import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openPool } from './database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded/embedded.ts'
import { type DatabaseSources, readDatabaseSources } from './migrations/database-sources.ts'
import { migrate } from './migrations/migrate.ts'
import type { TestServer } from './testing.ts'

const PROJECT = resolve('.')
/** `npm run former-release` puts the sources of the next release there: it upgrades all test databases. */
const NEXT_RELEASE = resolve('next-release')
const PASSWORD = 'authenticator'

/** Vitest's global setup: one PostgreSQL per run, started by the first test that requests a database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let postgres: Promise<EmbeddedPostgres & { dataDir: string }> | undefined
  const templates = new Map<string, Promise<string>>()

  async function serve(floors: 'all' | 'platform'): Promise<TestServer> {
    postgres ??= startThrowaway()
    const { connectionString } = await postgres
    // In watch mode sources change, so the template is named after a hash of them.
    const releases = existsSync(NEXT_RELEASE) ? [PROJECT, NEXT_RELEASE] : [PROJECT]
    const sources = await Promise.all(releases.map((project) => readDatabaseSources(project, { floors })))
    const name = `template_${await hashOf(sources)}`
    const pending = templates.get(name) ?? createTemplate({ connectionString, name, sources })
    templates.set(name, pending)
    return { connectionString, template: await pending, authenticatorPassword: PASSWORD }
  }

  const endpoint = createServer(async (request, response) => {
    try {
      const floors = new URL(request.url ?? '/', 'http://test').searchParams.get('floors')
      response.end(JSON.stringify(await serve(floors === 'platform' ? 'platform' : 'all')))
    } catch (error) {
      response.writeHead(500).end(error instanceof Error ? error.message : String(error))
    }
  })
  await new Promise<void>((listening) => endpoint.listen(0, '127.0.0.1', listening))
  project.provide('testPostgres', `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/`)

  return async () => {
    endpoint.close()
    endpoint.closeAllConnections()
    const running = await postgres?.catch(() => undefined)
    await running?.stop()
    if (running) await rm(running.dataDir, { recursive: true, force: true })
  }
}

async function startThrowaway(): Promise<EmbeddedPostgres & { dataDir: string }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'postgres-for-tests-'))
  // PostgreSQL may run as another account, which must be able to enter the folder.
  await chmod(dataDir, 0o711)
  return { ...(await startEmbeddedPostgres({ dataDir, throwaway: true })), dataDir }
}

async function hashOf(sources: readonly DatabaseSources[]): Promise<string> {
  const hash = createHash('sha256')
  for (const { tables, digest } of sources) {
    hash.update(digest)
    for (const { name, path } of tables) hash.update(name).update(await readFile(path))
  }
  return hash.digest('hex').slice(0, 16)
}

interface Template {
  connectionString: string
  name: string
  /** Sources of each release, in order. */
  sources: readonly DatabaseSources[]
}

async function createTemplate({ connectionString, name, sources }: Template): Promise<string> {
  // The first request of a run comes while three workers are loading their code.
  const pool = openPool({ connectionString, maxConnections: 1, connectWithinMs: 100_000 })
  try {
    await pool.query(`create database ${name}`)
    const url = new URL(connectionString)
    url.pathname = `/${name}`
    for (const release of sources) {
      await migrate({ connectionString: url.href, sources: release, authenticatorPassword: PASSWORD })
    }
    return name
  } finally {
    await pool.end()
  }
}
