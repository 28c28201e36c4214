import { seedDemoMarket } from '#database/seed/seed.ts'
import { openServer } from '#platform/postgres/open-server.ts'

/**
 * Creates the demo market of this release in the empty database of DATABASE_URL. The next release runs this script from
 * this release's commit (scripts/releases/upgrade-test.ts), so it must stay runnable as
 * `tsx scripts/releases/make-market.ts`.
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
