import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authenticatorUrl } from './authenticator.ts'
import { openPool } from './database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded/embedded.ts'
import { readDatabaseSources } from './migrations/database-sources.ts'
import { migrate } from './migrations/migrate.ts'

/** A separate server without any roles, because roles belong to all databases of a server. */
let folder: string
let server: EmbeddedPostgres
let admin: pg.Pool
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'owner-rights-'))
  await chmod(folder, 0o711)
  server = await startEmbeddedPostgres({ dataDir: folder, throwaway: true })
  admin = openPool({ connectionString: server.connectionString, maxConnections: 1 })
})
afterAll(async () => {
  await admin?.end()
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

async function databaseOf(name: string, rights: string): Promise<string> {
  await admin.query(`create role ${name} login ${rights} password 'secret'`)
  await admin.query(`create database ${name} owner ${name}`)
  const url = new URL(server.connectionString)
  url.username = name
  url.password = 'secret'
  url.pathname = `/${name}`
  return url.href
}

const run = async (connectionString: string) =>
  migrate({ connectionString, sources: await readDatabaseSources(), authenticatorPassword: 'authenticator' })

test('reports which rights an owner lacks who cannot create roles', async () => {
  const url = await databaseOf('humble', 'createdb')
  await expect(run(url)).rejects.toThrow(
    /in .*0001_postgres\.sql:?[0-9]*: .*a superuser, or .* CREATEROLE and BYPASSRLS\.$/,
  )
})

test('an owner who is not a superuser can migrate everything', async () => {
  const url = await databaseOf('capable', 'createrole bypassrls')
  await run(url)
  const pool = openPool({ connectionString: authenticatorUrl(url, 'authenticator'), maxConnections: 1 })
  try {
    expect((await pool.query('select current_user::text as name')).rows).toEqual([{ name: 'authenticator' }])
  } finally {
    await pool.end()
  }
})

test.each([
  [
    'postgres://boss:secret@db:1/market?sslmode=verify-full',
    'postgres://authenticator:pw@db:1/market?sslmode=verify-full',
  ],
  ['postgres://db/market?user=boss&password=secret', 'postgres://authenticator:pw@db/market'],
  ['postgres://boss:secret@db', 'postgres://authenticator:pw@db/boss'],
  ['postgres:///market?host=/run&user=boss', 'postgres:///market?host=%2Frun&user=authenticator&password=pw'],
])('requests never run as the owner of %s', (owner, expected) => {
  expect(authenticatorUrl(owner, 'pw')).toBe(expected)
})
