import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OpenServer, openServer } from '#platform/postgres/open-server.ts'
import { seedDemoMarket } from '../database/seed/seed.ts'
import { describeSchema } from '../scripts/generating/describe-schema.ts'
import { OLDEST_PROGRAMS } from '../scripts/oldest-postgres.ts'
import { type OldestPostgres, startOldestPostgres } from './start-oldest-postgres.ts'

const why = OLDEST_PROGRAMS ? '' : ' (left out: this machine has no PostgreSQL 15)'

describe.skipIf(!OLDEST_PROGRAMS)(`PostgreSQL 15${why}`, () => {
  let postgres: OldestPostgres
  let server: OpenServer
  let url: string
  beforeAll(async () => {
    postgres = await startOldestPostgres(OLDEST_PROGRAMS ?? '')
    url = postgres.connectionString
    server = await openServer({
      databaseUrl: url,
      dataDir: postgres.folder,
      maxConnections: 4,
      secret: 'a secret of the site',
      strict: true,
    })
  })
  afterAll(async () => {
    await server?.close()
    await postgres?.stop()
  })

  const ask = async (sql: string) => {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => undefined)
    await client.connect()
    try {
      return (await client.query(sql)).rows
    } finally {
      await client.end()
    }
  }

  test('takes all migrations and comes to the same tables', async () => {
    expect(await ask('select name from migrations.applied order by name')).toEqual(
      server.migrations.map((name) => ({ name })),
    )
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const { 'database/types.ts': types = '' } = await describeSchema(client)
    await client.end()
    // Which columns of a view can be null is read from a tree that tells of outer joins from version 16 on only.
    const withoutNulls = (text: string) => text.replaceAll(' | null', '')
    expect(withoutNulls(types)).toBe(withoutNulls(readFileSync('database/types.ts', 'utf8')))
  })

  test('holds the demo market, and shows visitors what policies allow', async () => {
    expect(await seedDemoMarket({ connectionString: url })).toBe(true)
    const visitor = { role: 'anon', claims: { role: 'anon' } }
    const seen = await server.database.as(visitor, async (tx) => {
      const { rows } = await tx.query(`select count(*)::integer as buys from public.group_buys where status = 'active'`)
      return rows[0]
    })
    expect(seen.buys).toBeGreaterThan(0)
  })
})
