import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { openPool } from '../database.ts'
import { migrate } from '../migrations/migrate.ts'
import { testServer } from '../testing.ts'
import { type SmallProject, smallProject } from './small-project.ts'

/** A separate database, migrated from a small project. */
export interface SmallDatabase {
  project: SmallProject
  connectionString: string
  /** Connects as its owner. */
  pool: pg.Pool
  /** Writes files (null deletes one) and migrates. */
  apply(files?: Record<string, string | null>): Promise<void>
  rows(sql: string): Promise<Record<string, unknown>[]>
  /** The only value of the only row. */
  value(sql: string): Promise<unknown>
  drop(): Promise<void>
}

/** Creates an empty database on a server with the platform's roles. */
export async function smallDatabase(files: Record<string, string> = {}): Promise<SmallDatabase> {
  const server = await testServer({ floors: 'platform' })
  const project = await smallProject(files)
  const name = `small_${randomBytes(8).toString('hex')}`
  const admin = openPool({ connectionString: server.connectionString, maxConnections: 1 })
  await admin.query(`create database ${name}`)
  const url = new URL(server.connectionString)
  url.pathname = `/${name}`
  const pool = openPool({ connectionString: url.href, maxConnections: 3 })
  const rows = async (sql: string) => (await pool.query<Record<string, unknown>>(sql)).rows
  return {
    project,
    connectionString: url.href,
    pool,
    rows,
    async apply(changed = {}) {
      await project.write(changed)
      const { authenticatorPassword } = server
      await migrate({ connectionString: url.href, sources: await project.sources(), authenticatorPassword })
    },
    value: async (sql) => Object.values((await rows(sql))[0] ?? {})[0],
    async drop() {
      await pool.end()
      await admin.query(`drop database if exists ${name} with (force)`)
      await admin.end()
      await project.remove()
    },
  }
}
