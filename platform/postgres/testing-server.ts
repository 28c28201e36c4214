import { createHash } from 'node:crypto'
import { chmod, copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openPool } from './database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts'
import { migrate } from './migrate.ts'
import { type MigrationFile, migrationFiles, migrationFolders } from './migration-files.ts'
import type { TestServer } from './testing.ts'

const PROJECT = resolve('.')
const PASSWORD = 'authenticator'

/** Vitest's global setup: one PostgreSQL per run, started by the first test that asks for a database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let postgres: Promise<EmbeddedPostgres & { dataDir: string }> | undefined
  const templates = new Map<string, Promise<string>>()

  async function serve(below: string): Promise<TestServer> {
    postgres ??= startThrowaway()
    const { connectionString } = await postgres
    // In watch mode migrations change, so the template is named after their content.
    const all = await migrationFiles(await migrationFolders(PROJECT))
    const files = all.filter((file) => isWanted(file, below)).map(({ path }) => path)
    const name = `template_${await contentOf(files)}`
    const making = templates.get(name) ?? makeTemplate({ connectionString, name, files })
    templates.set(name, making)
    return { connectionString, template: await making, authenticatorPassword: PASSWORD }
  }

  const door = createServer(async (request, response) => {
    try {
      const below = new URL(request.url ?? '/', 'http://test').searchParams.get('below') ?? '9999'
      response.end(JSON.stringify(await serve(below)))
    } catch (error) {
      response.writeHead(500).end(error instanceof Error ? error.message : String(error))
    }
  })
  await new Promise<void>((listening) => door.listen(0, '127.0.0.1', listening))
  project.provide('testPostgres', `http://127.0.0.1:${(door.address() as AddressInfo).port}/`)

  return async () => {
    door.close()
    door.closeAllConnections()
    const running = await postgres?.catch(() => undefined)
    await running?.stop()
    if (running) await rm(running.dataDir, { recursive: true, force: true })
  }
}

/** The product's numbers begin at 0100; what a room of the platform adds later has a higher one and belongs to the platform all the same. */
function isWanted({ name, path }: MigrationFile, below: string): boolean {
  return name < below || (below >= '0100' && path.startsWith(join(PROJECT, 'platform')))
}

async function startThrowaway(): Promise<EmbeddedPostgres & { dataDir: string }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'postgres-for-tests-'))
  // PostgreSQL may have to run as another account, which must be able to enter the folder.
  await chmod(dataDir, 0o711)
  return { ...(await startEmbeddedPostgres({ dataDir, throwaway: true })), dataDir }
}

async function contentOf(files: string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const file of files) hash.update(basename(file)).update(await readFile(file))
  return hash.digest('hex').slice(0, 16)
}

interface Template {
  connectionString: string
  name: string
  files: string[]
}

async function makeTemplate({ connectionString, name, files }: Template): Promise<string> {
  // The first of a run comes while three workers load their code.
  const pool = openPool({ connectionString, maxConnections: 1, connectWithinMs: 100_000 })
  const folder = await mkdtemp(join(tmpdir(), 'migrations-for-tests-'))
  try {
    await pool.query(`create database ${name}`)
    for (const file of files) await copyFile(file, join(folder, basename(file)))
    const url = new URL(connectionString)
    url.pathname = `/${name}`
    await migrate({ connectionString: url.href, folders: [folder], authenticatorPassword: PASSWORD })
    return name
  } finally {
    await pool.end()
    await rm(folder, { recursive: true, force: true })
  }
}
