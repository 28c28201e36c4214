import { spawnSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openPool } from '../database.ts'
import { ownerConnection } from '../owner-connection.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts'

/** A data folder with a cleanly stopped database; each test gets a copy. */
let stored: string
let place: string
const running: { stop(): Promise<void> }[] = []
const at = (name: string) => join(place, name)

beforeAll(async () => {
  stored = await newPlace()
  place = stored
  const server = await start('market')
  await query(server, `create table whose (name text); insert into whose values ('first')`)
  await stopAll()
})
beforeEach(async () => {
  place = await newPlace()
  copy(join(stored, 'market'), at('market'))
})
afterEach(async () => {
  await stopAll()
  await rm(place, { recursive: true, force: true })
})
afterAll(() => rm(stored, { recursive: true, force: true }))

async function newPlace(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'copied-'))
  await chmod(path, 0o711)
  return path
}

/** Copies like an operator: with owners, permissions and times. */
function copy(from: string, to: string): void {
  expect(spawnSync('cp', ['-a', from, to]).status).toBe(0)
}

async function start(name: string): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir: at(name), throwaway: true })
  running.push(server)
  return server
}

async function stopAll(): Promise<void> {
  for (const server of running.splice(0)) await server.stop()
}

async function query(server: { connectionString: string }, sql: string) {
  const pool = openPool({ connectionString: server.connectionString, maxConnections: 1 })
  try {
    return (await pool.query(sql)).rows
  } finally {
    await pool.end()
  }
}

const nameIn = async (server: { connectionString: string }) => (await query(server, 'select name from whose'))[0]?.name

interface Note {
  folder: string
  port?: number
}

const noteOf = async (name: string) => JSON.parse(await readFile(join(at(name), 'postgres.json'), 'utf8')) as Note
const writeNote = (name: string, note: Note) => writeFile(join(at(name), 'postgres.json'), JSON.stringify(note))

/** The layout for root, whose PostgreSQL cannot enter the data folder. */
async function keepElsewhere(): Promise<string> {
  const folder = at('elsewhere/data-1/postgres')
  await mkdir(at('elsewhere/data-1'), { recursive: true, mode: 0o711 })
  await chmod(at('elsewhere'), 0o711)
  await rename(at('market/postgres'), folder)
  await writeNote('market', { ...(await noteOf('market')), folder })
  return folder
}

describe('a copied data folder', () => {
  test('opens its own database, and the original stays as it is', async () => {
    copy(at('market'), at('copy'))
    await query(await start('copy'), `update whose set name = 'copy'`)
    expect(await nameIn(await start('market'))).toBe('first')
  })

  test('whose state file still points to the original opens its own database', async () => {
    await writeNote('market', { ...(await noteOf('market')), folder: at('market/postgres') })
    copy(at('market'), at('copy'))
    await query(await start('copy'), `update whose set name = 'copy'`)
    expect(await nameIn(await start('market'))).toBe('first')
  })

  test('is not mistaken by a command for the running original', async () => {
    copy(at('market'), at('copy'))
    const original = await start('market')
    await writeNote('copy', { ...(await noteOf('copy')), port: Number(new URL(original.connectionString).port) })
    const own = await ownerConnection({ databaseUrl: undefined, dataDir: at('copy') })
    running.push(own)
    expect(own.connectionString).not.toBe(original.connectionString)
    await query(own, `update whose set name = 'copy'`)
    expect(await nameIn(original)).toBe('first')
    expect((await ownerConnection({ databaseUrl: undefined, dataDir: at('market') })).connectionString).toBe(
      original.connectionString,
    )
  })

  test('of a cluster elsewhere is rejected, with advice where the copy belongs', async () => {
    const folder = await keepElsewhere()
    await writeFile(at('elsewhere/data-1/data-folder'), `${at('market')}\n`)
    expect(await nameIn(await start('market'))).toBe('first')
    await stopAll()
    copy(at('market'), at('copy'))
    await expect(start('copy')).rejects.toThrow(
      `${at('copy')} holds no database of its own: it is a copy of ${at('market')}, whose database is ${folder}.`,
    )
    copy(folder, at('copy/postgres'))
    await query(await start('copy'), `update whose set name = 'copy'`)
    expect(await nameIn(await start('market'))).toBe('first')
  })

  test('of an earlier version without an owner file is rejected too', async () => {
    const folder = await keepElsewhere()
    copy(at('market'), at('copy'))
    await expect(start('copy')).rejects.toThrow('it may be a copy')
    await writeFile(at('elsewhere/data-1/data-folder'), at('copy'))
    expect(await nameIn(await start('copy'))).toBe('first')
    await expect(start('market')).rejects.toThrow(`whose database is ${folder}`)
  })
})

test('a data folder that was moved keeps its cluster elsewhere', async () => {
  await keepElsewhere()
  await writeFile(at('elsewhere/data-1/data-folder'), `${at('market')}\n`)
  await rename(at('market'), at('moved'))
  expect(await nameIn(await start('moved'))).toBe('first')
  expect(await readFile(at('elsewhere/data-1/data-folder'), 'utf8')).toBe(`${at('moved')}\n`)
})

test('a database of an earlier version that was not moved is opened', async () => {
  await keepElsewhere()
  const server = await start('market').catch(() => undefined)
  // The state file was written a moment ago, so only a start after the next shutdown sees it as the older one.
  expect(server).toBeUndefined()
  await writeFile(at('elsewhere/data-1/data-folder'), at('market'))
  await start('market')
  await stopAll()
  await rm(at('elsewhere/data-1/data-folder'))
  expect(await nameIn(await start('market'))).toBe('first')
})

describe('a missing database', () => {
  test.each(['beside its note', 'elsewhere'])('%s is reported instead of being created again', async (where) => {
    const folder = where === 'elsewhere' ? await keepElsewhere() : at('market/postgres')
    await rename(folder, at('lost'))
    await expect(start('market')).rejects.toThrow(`The database ${folder} is missing, though it ran before.`)
    await expect(start('market')).rejects.toThrow('Restore it from a backup')
    await rename(at('lost'), folder)
    await writeFile(join(folder, '../data-folder'), at('market'))
    expect(await nameIn(await start('market'))).toBe('first')
  })

  test('is not replaced by one without its password', async () => {
    await rm(at('market/postgres.json'))
    await expect(start('market')).rejects.toThrow(`${at('market/postgres.json')} is missing.`)
  })
})
