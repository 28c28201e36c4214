import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { configFromEnvironment } from '#config'
import { seedDemoMarket } from '#database/seed/seed.ts'
import { openServer } from '#platform/postgres/open-server.ts'
import { signingKeySet, siteKeys } from '#platform/secrets/site-keys.ts'
import { openSite } from '../process/site.ts'

/**
 * Makes the embedded database of a first start, migrated and filled, while the product is built: `scripts/start.mjs` calls it. A folder that
 * ever had one, and a given server, are left to the start, which has more to check. On a signal PostgreSQL is stopped in order.
 */
const config = configFromEnvironment()
if (config.databaseUrl === undefined && !existsSync(join(config.dataDir, 'postgres.json'))) {
  console.log('Making the database meanwhile ...')
  let ending = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => (ending = true))
  const keys = await siteKeys(config)
  const site = openSite({ config, keys, signingKeys: await signingKeySet(config) })
  const server = await openServer({
    databaseUrl: undefined,
    dataDir: config.dataDir,
    maxConnections: 2,
    secret: keys.secret,
    strict: config.mode === 'production',
    check: site.check,
  })
  try {
    if (!ending) await site.remember(server.ownerConnectionString)
    const { ownerConnectionString: connectionString } = server
    if (config.seed === 'demo' && !ending) {
      console.log('Filling it with the demo market ...')
      await seedDemoMarket({ connectionString, siteUrl: config.siteUrl })
    }
  } finally {
    await server.close()
  }
}
