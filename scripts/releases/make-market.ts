import { openServer } from '#platform/postgres/open-server.ts'
import { seedDemoMarket } from '../../database/seed/seed.ts'

/**
 * Makes the demo market of this release in the empty database that DATABASE_URL names. The next release runs it from this
 * one's commit (scripts/upgrade-test.ts), so it must stay runnable as `tsx scripts/releases/make-market.ts`.
 */
const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir = '' } = process.env
if (databaseUrl === undefined) throw new Error('DATABASE_URL must name an empty database.')
const server = await openServer({
  databaseUrl,
  dataDir,
  maxConnections: 2,
  secret: 'a market to upgrade',
  strict: false,
})
await server.close()
await seedDemoMarket({ connectionString: databaseUrl })
