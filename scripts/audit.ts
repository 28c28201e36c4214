import pg from 'pg'
import { ConfigFault, configFromEnvironment } from '#config'
import { auditEverything } from '#database/audit/everything.ts'
import type { Fault } from '#database/audit/run-checks.ts'
import { errorText, PostgresFault } from '#platform/postgres/fault.ts'
import { ownerConnection } from '#platform/postgres/owner-connection.ts'

/** npm run audit: recounts money, counters and moves, whether or not the site is running. What waits too long is for the nightly check, which runs with the site. Ends with 1 if anything does not add up. */
try {
  const faults = await audit()
  for (const { rule, subject, detail } of faults) console.error(`${rule}: ${subject}: ${detail}`)
  console.log(faults.length === 0 ? 'Everything adds up.' : `${faults.length} findings.`)
  process.exitCode = faults.length === 0 ? 0 : 1
} catch (error) {
  const isTold = [ConfigFault, PostgresFault].some((kind) => error instanceof kind)
  console.error(isTold && error instanceof Error ? error.message : `The audit could not be made: ${errorText(error)}.`)
  process.exitCode = 1
}

async function audit(): Promise<Fault[]> {
  const server = await ownerConnection(configFromEnvironment())
  try {
    const client = new pg.Client({ connectionString: server.connectionString, connectionTimeoutMillis: 10_000 })
    await client.connect()
    try {
      return await auditEverything(client)
    } finally {
      await client.end()
    }
  } finally {
    await server.stop()
  }
}
