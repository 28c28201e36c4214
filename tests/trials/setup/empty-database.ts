import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { testServer } from '#platform/postgres/testing.ts'

interface EmptyDatabase {
  /** Connection of its owner, a superuser. */
  connectionString: string
  authenticatorPassword: string
}

/** Runs `work` with an empty database of the tests' shared server, and drops it afterwards. */
export async function inEmptyDatabase<T>(work: (database: EmptyDatabase) => Promise<T>): Promise<T> {
  const server = await testServer()
  const name = `empty_${randomBytes(6).toString('hex')}`
  const owner = new pg.Client({ connectionString: server.connectionString })
  await owner.connect()
  await owner.query(`create database ${name}`)
  const url = new URL(server.connectionString)
  url.pathname = `/${name}`
  try {
    return await work({ connectionString: url.href, authenticatorPassword: server.authenticatorPassword })
  } finally {
    await owner.query(`drop database ${name} with (force)`)
    await owner.end()
  }
}
