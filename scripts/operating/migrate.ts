import { configFromEnvironment } from '#config'
import { openServer } from '#platform/postgres/open-server.ts'
import { loadApiKeys, loadSigningKeySet } from '#platform/secrets/site-keys.ts'
import { openSite } from '../../process/site/site.ts'

/** npm run migrate: brings the database up to date without starting the site. */
const config = configFromEnvironment()
try {
  const keys = await loadApiKeys(config)
  const site = openSite({ config, keys, signingKeys: await loadSigningKeySet(config) })
  const server = await openServer({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    maxConnections: 2,
    secret: keys.secret,
    strict: config.mode === 'production',
    check: site.check,
  })
  console.log(`The database has all tables and definitions of this version.`)
  await server.close()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
