import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { auditLedger } from '#database/audit/ledger.ts'
import { auditMarket } from '#database/audit/market.ts'
import { openPool } from '#platform/postgres/database.ts'
import { migrate } from '#platform/postgres/migrate.ts'
import { migrationFolders } from '#platform/postgres/migration-files.ts'
import { createTestDatabase, testServer } from '#platform/postgres/testing.ts'
import { describeSchema } from '../scripts/generating/describe-schema.ts'

// Every release upgrades the data of the ones before. Their markets are kept as they wrote them (npm run keep-release); one between two
// releases has its last migration in its name. The oldest is upgraded each time, the others in a full run.

const FOLDER = 'database/tests/releases'
const [oldest = '', ...later] = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.sql.gz'))
  .sort()
const releases = [oldest, ...(inject('trialsAreWhole') ? later : [])]

test('releases are kept', () => expect(oldest).not.toBe(''))

test.each(releases)('%s is upgraded to the tables of today, and its market is sound', async (file) => {
  const today = await createTestDatabase()
  const server = await testServer()
  const admin = openPool({ connectionString: server.connectionString, maxConnections: 1 })
  const name = `upgrade_${randomBytes(6).toString('hex')}`
  const url = new URL(server.connectionString)
  url.pathname = `/${name}`
  const connectionString = url.href
  try {
    await admin.query(`create database ${name}`)
    await load(connectionString, gunzipSync(readFileSync(`${FOLDER}/${file}`)).toString())
    const { authenticatorPassword } = server
    await migrate({ connectionString, folders: await migrationFolders(), authenticatorPassword })
    const upgraded = openPool({ connectionString, maxConnections: 1 })
    try {
      expect(await auditMarket(upgraded)).toEqual([])
      expect(await auditLedger(upgraded)).toEqual([])
      const { rows } = await upgraded.query('select count(*)::integer as orders from public.orders')
      expect(rows[0].orders).toBeGreaterThan(300)
      const schemaOf = async (pool: pg.Pool) => {
        const client = await pool.connect()
        try {
          // A dump nests conditions that were written side by side.
          return JSON.stringify(await describeSchema(client)).replace(/[()]/g, '')
        } finally {
          client.release()
        }
      }
      expect(await schemaOf(upgraded)).toEqual(await schemaOf(today.owner))
    } finally {
      await upgraded.end()
    }
  } finally {
    await admin.query(`drop database if exists ${name} with (force)`)
    await admin.end()
    await today.drop()
  }
})

/** As psql would, in one go. */
async function load(connectionString: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
