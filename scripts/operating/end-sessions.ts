import pg from 'pg'
import { ConfigFault, configFromEnvironment } from '#config'
import { errorText, PostgresFault } from '#platform/postgres/fault.ts'
import { ownerConnection } from '#platform/postgres/owner-connection.ts'
import { endSessions } from './granting/end-sessions.ts'
import { GrantFault } from './granting/grant-role.ts'

/** npm run end-sessions -- EMAIL: signs a person out everywhere, for instance after their account was taken over. */
const [email, ...rest] = process.argv.slice(2)
try {
  if (!email || rest.length > 0) throw new GrantFault('Name a person: npm run end-sessions -- EMAIL')
  const server = await ownerConnection(configFromEnvironment())
  const client = new pg.Client({ connectionString: server.connectionString, connectionTimeoutMillis: 10_000 })
  try {
    await client.connect()
    console.log(await endSessions(client, { email }))
  } finally {
    await client.end()
    await server.stop()
  }
} catch (error) {
  const isExpected = [ConfigFault, GrantFault, PostgresFault].some((kind) => error instanceof kind)
  console.error(
    isExpected && error instanceof Error ? error.message : `The sessions could not be ended: ${errorText(error)}.`,
  )
  process.exitCode = 1
}
