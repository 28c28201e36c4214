import type { CommandInput, CommandName } from '#api/commands.ts'
import { queryWithCause } from '#database/tests/setup/as-owner.ts'
import type { Database } from '#platform/postgres/database.ts'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import type { CommandContext } from '#server/command.ts'
import { relayAll, relayBeforeReads } from './relay-before-reads.ts'
import { createTestCommands } from './test-commands.ts'

/** A small market with its own database, for tests that call commands as its people. */
export interface TestMarket {
  db: TestDatabase
  person(facts?: { role?: string; name?: string; confirmed?: boolean }): Promise<string>
  /** A manager of this state. */
  manager(state: string): Promise<string>
  shop(facts?: { state?: string; status?: string }): Promise<{ vendorId: string; ownerId: string }>
  product(vendorId: string, facts?: Record<string, unknown>): Promise<string>
  buy(facts?: Record<string, unknown>): Promise<{ buyId: string; ownerId: string; vendorId: string; productId: string }>
  call<Name extends CommandName>(
    name: Name,
    input: CommandInput<Name> | Record<string, unknown>,
    options?: CallOptions,
  ): Promise<CommandResponse>
  row<T extends Record<string, unknown>>(sql: string, values?: unknown[]): Promise<T>
  statusOf(table: 'orders' | 'group_buys' | 'checkouts', id: string | undefined): Promise<string>
  /** Available units of a product. */
  stockOf(productId: string): Promise<number>
  /** Runs a statement whose status changes have this cause, such as `gateway` for a payment. */
  moved(cause: string, sql: string, values?: unknown[]): Promise<void>
  /** Writes the messages of the outbox, before a job of a test that sends them. */
  relay(): Promise<void>
  /** Faults that were reported. */
  faults: unknown[]
  close(): Promise<void>
}

export interface CallOptions {
  /** Person id; anonymous if undefined. */
  as?: string
  role?: string
  key?: string
  /** Session id. */
  session?: string
  /** `aal2`: the session has used its second step. */
  aal?: string
  /** Calls a second process that shares only the database. */
  elsewhere?: boolean
}

export interface CommandResponse {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back
  body: any
}

const TIERS = [
  { participants: 5, price: 76000 },
  { participants: 10, price: 72000 },
  { participants: 20, price: 68000 },
]

/** Account numbers that end in 9 do not exist, as at the local gateway. */
const resolveTestAccount: CommandContext['resolveAccount'] = async ({ accountNumber }) =>
  accountNumber.endsWith('9')
    ? { kind: 'unknown' }
    : { kind: 'known', accountName: `TRADER ${accountNumber.slice(-4)}` }

export interface MarketOptions {
  rateLimits?: boolean
  /** Number of the market's cell; none if undefined. */
  cell?: number
  /**
   * Limits people who have never paid to half of a buy, as in production. By default tests may fill buys with new
   * accounts.
   */
  boundsNewAccounts?: boolean
  /** Wraps the database, to inject faults or change the clock. */
  through?: (database: Database, connectionString: string) => Database | Promise<Database>
  /** Maximum number of database connections; default 20. */
  maxConnections?: number
}

/** Bypasses the triggers, so that tests of the audit log and of settings start from an empty log. */
const LET_NEW_ACCOUNTS_FILL_BUYS = `begin; set local session_replication_role = replica;
  update public.settings set value = '100' where key = 'unpaid_new_share_percent'; commit`

export async function openTestMarket(options: MarketOptions = {}): Promise<TestMarket> {
  const own = await createTestDatabase(
    options.maxConnections === undefined ? {} : { maxConnections: options.maxConnections },
  )
  if (!options.boundsNewAccounts) await own.owner.query(LET_NEW_ACCOUNTS_FILL_BUYS)
  const db = { ...own, database: (await options.through?.(own.database, own.connectionString)) ?? own.database }
  const faults: unknown[] = []
  let relayed = Promise.resolve()
  // One after the other: a relay skips the entries that another one has locked.
  const relay = () => {
    relayed = relayed.catch(() => undefined).then(() => relayAll(db.database, (fault) => faults.push(fault)))
    return relayed
  }
  relayBeforeReads(db.owner, relay)
  const process = () =>
    createTestCommands(db.database, {
      reportFault: (fault) => faults.push(fault),
      rateLimits: options.rateLimits ?? false,
      resolveAccount: resolveTestAccount,
      cell: options.cell ?? null,
    })
  const [here, elsewhere] = [process(), process()]
  const row: TestMarket['row'] = async (sql, values = []) => (await db.owner.query(sql, values)).rows[0]
  const written = async (cause: string, sql: string, values: unknown[]): Promise<{ id: string }> =>
    (await queryWithCause(db.owner, cause, sql, values)).rows[0]
  let people = 0
  let shops = 0

  const market: TestMarket = {
    db,
    faults,
    row,
    relay,
    async moved(cause, sql, values) {
      await queryWithCause(db.owner, cause, sql, values)
    },
    async person({ role = 'customer', name = 'Ngozi Bello', confirmed = true } = {}) {
      const id = crypto.randomUUID()
      people += 1
      await db.owner.query(
        `insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data) values ($1, $2, $3, jsonb_build_object('full_name', $4::text))`,
        [id, `person${people}@market.test`, confirmed ? new Date() : null, name],
      )
      await db.owner.query('update public.profiles set role = $2 where id = $1', [id, role])
      return id
    },
    async manager(state) {
      const id = await market.person({ role: 'manager' })
      await db.owner.query('insert into public.manager_regions (manager_id, state) values ($1, $2)', [id, state])
      return id
    },
    async shop({ state = 'Lagos', status = 'active' } = {}) {
      const ownerId = await market.person({ role: 'vendor', name: 'Bola Shop' })
      shops += 1
      const { id } = await written(
        'vendor',
        `insert into public.vendors (owner_id, business_name, location, state) values ($1, $3, 'Mile 12', $2) returning id`,
        // Names are unique among live shops.
        [ownerId, state, shops === 1 ? 'Bola Foods' : `Bola Foods ${shops}`],
      )
      if (status !== 'pending')
        await written('manager', 'update public.vendors set status = $2 where id = $1 returning id', [id, status])
      return { vendorId: id, ownerId }
    },
    async product(vendorId, facts = {}) {
      const { id } = await insert('products', {
        vendor_id: vendorId,
        name: 'Ofada rice',
        category: 'grains',
        base_price: 80000,
        unit: 'bag',
        available_quantity: 1000,
        share_date: new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10),
        ...facts,
      })
      return id
    },
    async buy(facts = {}) {
      const { vendorId, ownerId } = await market.shop()
      const { max_quantity, min_quantity, least_kg_per_unit, most_kg_per_unit, base_price, ...own } = facts
      // The most participants that the target allows: minimum and tiers must not exceed it.
      const people = Math.floor(Number(own.target_quantity ?? 100) / Number(min_quantity ?? 1))
      const productId = await market.product(vendorId, {
        max_quantity: max_quantity ?? null,
        min_quantity: min_quantity ?? 1,
        least_kg_per_unit: least_kg_per_unit ?? null,
        most_kg_per_unit: most_kg_per_unit ?? null,
        ...(base_price !== undefined && { base_price }),
      })
      const { id } = await insert('group_buys', {
        product_id: productId,
        vendor_id: vendorId,
        status: 'active',
        target_quantity: 100,
        min_participants: Math.min(5, people),
        price_tiers: JSON.stringify(TIERS.filter(({ participants }) => participants <= people)),
        end_date: new Date(Date.now() + 10 * 86_400_000),
        ...own,
      })
      return { buyId: id, ownerId, vendorId, productId }
    },
    async call(name, input, { as, role, key, session, aal, elsewhere: isElsewhere } = {}) {
      const headers: Record<string, string> = { 'content-type': 'application/json' }
      if (as) headers['x-test-person'] = as
      if (role) headers['x-test-role'] = role
      if (session) headers['x-test-session'] = session
      if (aal) headers['x-test-aal'] = aal
      if (key) headers['idempotency-key'] = key
      const response = await (isElsewhere ? elsewhere : here)(
        new Request(`https://market.test/functions/v1/${name}`, {
          method: 'POST',
          headers,
          body: JSON.stringify(input),
        }),
      )
      return { status: response.status, body: await response.json() }
    },
    statusOf: async (table, id) =>
      (await row<{ status: string }>(`select status from public.${table} where id = $1`, [id])).status,
    stockOf: async (id) =>
      (await row<{ n: number }>('select available_quantity as n from public.products where id = $1', [id])).n,
    close: () => db.drop(),
  }
  async function insert(table: string, values: Record<string, unknown>): Promise<{ id: string }> {
    const columns = Object.keys(values)
    return written(
      'vendor',
      `insert into public.${table} (${columns.join(', ')}) values (${columns.map((_, index) => `$${index + 1}`).join(', ')}) returning id`,
      Object.values(values),
    )
  }
  return market
}
