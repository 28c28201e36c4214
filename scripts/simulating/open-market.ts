import pg from 'pg'
import type { CommandInput, CommandName } from '#api/commands.ts'
import type { Chance } from '#database/seed/chance.ts'
import { authenticatorUrl } from '#platform/postgres/authenticator.ts'
import { type Database, openDatabase } from '#platform/postgres/database.ts'
import { readDatabaseSources } from '#platform/postgres/migrations/database-sources.ts'
import { migrate } from '#platform/postgres/migrations/migrate.ts'
import { expireHolds } from '#server/orders/expire-holds.ts'
import { gatewayRoutes } from '#server/payments/gateway/gateway-routes.ts'
import { advanceGroupBuys } from '#server/settlement/advance-group-buys.ts'
import { processPayments } from '#server/settlement/process-payments.ts'
import { createTestCommands } from '#server/testing/test-commands.ts'
import { faultyGateway, type GatewayTrouble } from './faulty-gateway.ts'
import { installShadowClock } from './shadow-clock.ts'

/** The server side of the product, with a simulated clock and gateway. */
export interface SimulatedMarket {
  owner: pg.Client
  database: Database
  now(): Date
  moveTo(at: Date): Promise<void>
  call<Name extends CommandName>(as: string, name: Name, input: CommandInput<Name>): Promise<CommandResponse>
  /** Runs one statement as the owner; its status changes have this cause. */
  queryAs(cause: string, sql: string, values?: unknown[]): Promise<pg.QueryResult>
  /** Requests a payment page of the market. */
  visit(path: string): Promise<Response>
  /** Presses a button on a page of the gateway. Returns the address of the redirect. */
  press(address: string, way: string): Promise<string | null>
  /** Runs all jobs. */
  work(): Promise<void>
  troubles: GatewayTrouble[]
  close(): Promise<void>
}

interface CommandResponse {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: callers know the response of their command
  body: any
}

interface OpenOptions {
  /** The owner of an empty database, a superuser. */
  connectionString: string
  authenticatorPassword: string
  from: Date
  chance: Chance
}

const SITE = 'https://market.test'

export async function openSimulatedMarket(options: OpenOptions): Promise<SimulatedMarket> {
  const { connectionString, authenticatorPassword, chance } = options
  let now = options.from
  const owner = new pg.Client({ connectionString })
  await owner.connect()
  const clock = await installShadowClock(owner, now)
  await migrate({ connectionString, sources: await readDatabaseSources(), authenticatorPassword })
  const database = openDatabase({
    connectionString: authenticatorUrl(connectionString, authenticatorPassword),
    maxConnections: 10,
  })
  const line = faultyGateway({
    database,
    siteUrl: SITE,
    chance,
    now: () => now,
    door: (request) => routes.fetch(request),
  })
  const payments = { database, gateway: line.gateway, takesTestMoney: true, siteUrl: SITE }
  // Faults of the gateway are part of the simulation.
  const routes = gatewayRoutes({ ...payments, reportFault: () => undefined })
  const ask = createTestCommands(database, { reportFault: throwIt })
  return {
    owner,
    database,
    troubles: line.troubles,
    now: () => now,
    async moveTo(at) {
      if (at <= now) return
      now = at
      await clock.set(at)
    },
    async call(as, name, input) {
      const headers = { 'content-type': 'application/json', 'x-test-person': as }
      const body = JSON.stringify(input)
      const response = await ask(new Request(`${SITE}/functions/v1/${name}`, { method: 'POST', headers, body }))
      return { status: response.status, body: await response.json() }
    },
    async queryAs(cause, sql, values = []) {
      await owner.query('begin')
      await owner.query('select public.caused_by($1)', [cause])
      const result = await owner.query(sql, values)
      await owner.query('commit')
      return result
    },
    visit: async (path) => routes.fetch(new Request(SITE + path)),
    async press(address, way) {
      const answer = await line.pages(new Request(address, { method: 'POST', body: new URLSearchParams({ way }) }))
      return answer.headers.get('location')
    },
    async work() {
      await expireHolds(database, SITE)
      await advanceGroupBuys(database, SITE)
      await line.work()
      await processPayments(payments)
    },
    async close() {
      await database.close()
      await owner.end()
    },
  }
}

function throwIt(fault: unknown): never {
  throw fault
}
