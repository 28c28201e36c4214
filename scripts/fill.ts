import { parseArgs } from 'node:util'
import pg from 'pg'
import { ConfigFault, configFromEnvironment } from '#config'
import { auditLedger } from '#database/audit/ledger.ts'
import { auditMarket } from '#database/audit/market.ts'
import { FillFault, fillMarket, type MarketSize } from '#database/seed/fill/fill-market.ts'
import { errorText, PostgresFault } from '#platform/postgres/fault.ts'
import { ownerConnection } from '#platform/postgres/owner-connection.ts'

const USAGE = 'npm run fill -- --orders 100000 --products 5000 --people 10000'

/**
 * npm run fill: fills a demo or an empty database with generated orders, for load tests of the pages. Audits the
 * result.
 */
try {
  await main()
} catch (error) {
  const isExpected = [ConfigFault, FillFault, PostgresFault].some((kind) => error instanceof kind)
  console.error(
    isExpected && error instanceof Error ? error.message : `The database could not be filled: ${errorText(error)}.`,
  )
  process.exitCode = 1
}

async function main(): Promise<void> {
  const size = readSize()
  const config = configFromEnvironment()
  if (config.mode === 'production')
    throw new FillFault('MODE is production. Only a demo is filled with invented orders.')
  const server = await ownerConnection(config)
  try {
    const { connectionString } = server
    const { orders, products, people } = await fillMarket({
      connectionString,
      size,
      onStep: (table) => console.log(table),
    })
    console.log(`${orders} orders, ${products} products, ${people} people. Auditing.`)
    const client = new pg.Client({ connectionString })
    await client.connect()
    const findings = [...(await auditLedger(client)), ...(await auditMarket(client))]
    await client.end()
    for (const { rule, subject, detail } of findings.slice(0, 50)) console.error(`${rule}: ${subject}: ${detail}`)
    console.log(findings.length === 0 ? 'Everything adds up.' : `${findings.length} findings.`)
    if (findings.length > 0) process.exitCode = 1
  } finally {
    await server.stop()
  }
}

function readSize(): MarketSize {
  try {
    const { values } = parseArgs({
      options: { orders: { type: 'string' }, products: { type: 'string' }, people: { type: 'string' } },
    })
    return {
      orders: parseCount(values.orders, 100_000),
      products: parseCount(values.products, 5_000),
      people: parseCount(values.people, 10_000),
    }
  } catch (cause) {
    throw new FillFault(`${cause instanceof Error ? cause.message : cause} Usage: ${USAGE}`, { cause })
  }
}

function parseCount(text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback
  const number = Number(text)
  if (!Number.isSafeInteger(number) || number < 0 || number > 1_000_000)
    throw new Error(`${text} is not a number of rows.`)
  return number
}
