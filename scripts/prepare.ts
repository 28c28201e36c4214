import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { configFromEnvironment } from '#config'
import { seedDemoMarket } from '#database/seed/seed.ts'
import { openStore } from '#platform/files/stores/open-store.ts'
import { openServer } from '#platform/postgres/open-server.ts'
import { loadApiKeys, loadSigningKeySet } from '#platform/secrets/site-keys.ts'
import { addDemoPhotographs } from '../process/demo-photographs.ts'
import { openSite } from '../process/site/site.ts'

/**
 * Creates the embedded database of a first start, migrated and filled, during the build: called by `scripts/start.mjs`.
 * Does nothing for a folder that had a database before or for an external server, which the start checks itself. On a
 * signal PostgreSQL shuts down cleanly.
 */
const config = configFromEnvironment()
if (config.databaseUrl === undefined && !existsSync(join(config.dataDir, 'postgres.json'))) {
  console.log('Creating the database during the build ...')
  let isStopping = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => (isStopping = true))
  const keys = await loadApiKeys(config)
  const site = openSite({ config, keys, signingKeys: await loadSigningKeySet(config) })
  const server = await openServer({
    databaseUrl: undefined,
    dataDir: config.dataDir,
    maxConnections: 2,
    secret: keys.secret,
    strict: config.mode === 'production',
    check: site.check,
  })
  try {
    if (!isStopping) await site.remember(server.ownerConnectionString)
    const { ownerConnectionString: connectionString } = server
    if (config.seed === 'demo' && !isStopping) {
      console.log('Filling it with the demo market ...')
      const filled = await seedDemoMarket({ connectionString, siteUrl: config.siteUrl })
      if (filled) await addDemoPhotographs({ connectionString, store: openStore(config) })
    }
  } finally {
    await server.close()
  }
}
