import pg from 'pg'
import { ConfigFault, configFromEnvironment } from '#config'
import { errorCode, errorText, PostgresFault } from '#platform/postgres/fault.ts'
import { ownerConnection } from '#platform/postgres/owner-connection.ts'
import { GrantFault, grantRole } from './granting/grant-role.ts'

/** npm run grant -- EMAIL ROLE: grants a role, whether or not the site is running. */
const [email, role, ...rest] = process.argv.slice(2)
try {
  if (!email || !role || rest.length > 0) throw new GrantFault('Name a person and a role: npm run grant -- EMAIL ROLE')
  console.log(await grant(email, role))
} catch (error) {
  const isExpected = [ConfigFault, GrantFault, PostgresFault].some((kind) => error instanceof kind)
  console.error(isExpected && error instanceof Error ? error.message : describeError(error))
  process.exitCode = 1
}

async function grant(email: string, role: string): Promise<string> {
  const server = await ownerConnection(configFromEnvironment())
  try {
    const client = new pg.Client({ connectionString: server.connectionString, connectionTimeoutMillis: 10_000 })
    await client.connect()
    try {
      return await grantRole(client, { email, role })
    } finally {
      await client.end()
    }
  } finally {
    await server.stop()
  }
}

function describeError(error: unknown): string {
  if (['42P01', '3F000'].includes(errorCode(error))) return 'The database has no tables yet. Run npm run migrate first.'
  return `The role could not be granted: ${errorText(error)}.`
}
