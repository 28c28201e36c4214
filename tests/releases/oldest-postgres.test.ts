import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedDemoMarket } from '#database/seed/seed.ts'
import { type OpenServer, openServer } from '#platform/postgres/open-server.ts'
import { describeSchema } from '../../scripts/generating/describe-schema.ts'
import { OLDEST_PROGRAMS } from '../../scripts/testing/oldest-postgres.ts'
import { type OldestPostgres, startOldestPostgres } from './start-oldest-postgres.ts'

const why = OLDEST_PROGRAMS ? '' : ' (skipped: this machine has no PostgreSQL 15)'

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

  const query = async (sql: string) => {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => undefined)
    await client.connect()
    try {
      return (await client.query(sql)).rows
    } finally {
      await client.end()
    }
  }

  test('applies all migrations, with the same resulting schema', async () => {
    expect(await query('select name from migrations.applied order by name')).toEqual(
      server.migrations.map((name) => ({ name })),
    )
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const { 'database/types.ts': types = '' } = await describeSchema(client)
    await client.end()
    // Nullable columns of views are derived from query trees, which mark outer joins only since version 16.
    const withoutNulls = (text: string) => text.replaceAll(' | null', '')
    expect(withoutNulls(types)).toBe(withoutNulls(readFileSync('database/types.ts', 'utf8')))
  })

  test('stores the demo market, and applies policies to anonymous reads', async () => {
    expect(await seedDemoMarket({ connectionString: url })).toBe(true)
    const visitor = { role: 'anon', claims: { role: 'anon' } }
    const seen = await server.database.as(visitor, async (tx) => {
      const { rows } = await tx.query(`select count(*)::integer as buys from public.group_buys where status = 'active'`)
      return rows[0]
    })
    expect(seen.buys).toBeGreaterThan(0)
  })
})
