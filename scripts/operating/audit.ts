import pg from 'pg'
import { ConfigFault, configFromEnvironment } from '#config'
import { auditEverything } from '#database/audit/everything.ts'
import type { Finding } from '#database/audit/run-checks.ts'
import { errorText, PostgresFault } from '#platform/postgres/fault.ts'
import { ownerConnection } from '#platform/postgres/owner-connection.ts'

/**
 * npm run audit: audits money, counters and status changes, whether or not the site is running. Overdue work is
 * reported by the nightly check, which runs with the site. Exits with 1 if there are findings.
 */
try {
  const findings = await audit()
  for (const { rule, subject, detail } of findings) console.error(`${rule}: ${subject}: ${detail}`)
  console.log(findings.length === 0 ? 'Everything adds up.' : `${findings.length} findings.`)
  process.exitCode = findings.length === 0 ? 0 : 1
} catch (error) {
  const isExpected = [ConfigFault, PostgresFault].some((kind) => error instanceof kind)
  console.error(isExpected && error instanceof Error ? error.message : `The audit could not run: ${errorText(error)}.`)
  process.exitCode = 1
}

async function audit(): Promise<Finding[]> {
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
