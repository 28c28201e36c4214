import { ConfigFault, configFromEnvironment } from '#config'
import { errorCode, errorText, PostgresFault } from '#platform/postgres/fault.ts'
import { ownerConnection } from '#platform/postgres/owner-connection.ts'
import { SecretFault } from '#platform/secrets/kept-secret.ts'
import { signingKeySet, siteKeys } from '#platform/secrets/site-keys.ts'
import { openSite } from '../process/site.ts'

/** npm run adopt: ties the database to the keys and files of this configuration, after they were changed on purpose. */
try {
  const config = configFromEnvironment()
  const site = openSite({ config, keys: await siteKeys(config), signingKeys: await signingKeySet(config) })
  const server = await ownerConnection(config)
  try {
    await site.adopt(server.connectionString)
  } finally {
    await server.stop()
  }
  console.log('The database now belongs to these keys and files. Restart every process of the site with them.')
} catch (error) {
  const isTold = [ConfigFault, PostgresFault, SecretFault].some((kind) => error instanceof kind)
  console.error(isTold && error instanceof Error ? error.message : sentence(error))
  process.exitCode = 1
}

function sentence(error: unknown): string {
  if (['42P01', '3F000'].includes(errorCode(error))) return 'The database has no tables yet. Run npm run migrate first.'
  return `The database could not be adopted: ${errorText(error)}.`
}
