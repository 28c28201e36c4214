import { ConfigFault, configFromEnvironment } from '#config'
import { errorCode, errorText, PostgresFault } from '#platform/postgres/fault.ts'
import { ownerConnection } from '#platform/postgres/owner-connection.ts'
import { loadApiKeys, loadSigningKeySet } from '#platform/secrets/site-keys.ts'
import { SecretFault } from '#platform/secrets/stored-secret.ts'
import { openSite } from '../../process/site/site.ts'

/**
 * npm run adopt: records the keys and files of this configuration in the database, after they were changed on purpose.
 */
try {
  const config = configFromEnvironment()
  const site = openSite({ config, keys: await loadApiKeys(config), signingKeys: await loadSigningKeySet(config) })
  const server = await ownerConnection(config)
  try {
    await site.adopt(server.connectionString)
  } finally {
    await server.stop()
  }
  console.log('The database now belongs to these keys and files. Restart every process of the site with them.')
} catch (error) {
  const isExpected = [ConfigFault, PostgresFault, SecretFault].some((kind) => error instanceof kind)
  console.error(isExpected && error instanceof Error ? error.message : describeError(error))
  process.exitCode = 1
}

function describeError(error: unknown): string {
  if (['42P01', '3F000'].includes(errorCode(error))) return 'The database has no tables yet. Run npm run migrate first.'
  return `The database could not be adopted: ${errorText(error)}.`
}
