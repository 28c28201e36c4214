import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#platform/postgres/database.ts'
import { GENEROUS_LIMITS } from '#platform/postgres/testing.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { createTestCommands } from '#server/testing/test-commands.ts'

const CLIENTS = 1_000
const ROUNDS = 100
const TARGET = 400

let market: TestMarket
let second: Database
let people: string[]
beforeAll(async () => {
  market = await openTestMarket()
  second = openDatabase({ connectionString: market.db.connectionString, maxConnections: 20, ...GENEROUS_LIMITS })
  people = await Promise.all(Array.from({ length: CLIENTS }, () => market.person()))
  // The same users join in each round, and none of them pays.
  await market.db.owner.query(
    `insert into public.settings (key, value, effective_from)
     values ('unpaid_new_orders', '${ROUNDS}', now()), ('unpaid_new_naira', '10000000', now())`,
  )
})
afterAll(async () => {
  await second.close()
  await market.close()
})

test(`${CLIENTS} concurrent clients for ${ROUNDS} rounds, through two processes: never oversold, and every count matches the rows`, async () => {
  const faults: unknown[] = []
  const doors = [market.db.database, second].map((database) =>
    createTestCommands(database, { reportFault: (fault) => faults.push(fault) }),
  )
  for (let round = 0; round < ROUNDS; round++) {
    const { buyId, productId } = await market.buy({ target_quantity: TARGET })
    const stocked = await readStock(productId)
    const responses = await Promise.all(
      people.map((person, index) =>
        joinAt(doors[index % doors.length], { buyId, person, quantity: 1 + ((index + round) % 3) }),
      ),
    )
    const joined = responses.filter(({ status }) => status === 200)
    expect(new Set(responses.map(({ status }) => status)), `round ${round}`).toEqual(new Set([200, 409]))
    const joinedQuantity = joined.reduce((sum, { body }) => sum + body.order.quantity, 0)
    const { counted, rows } = await readCounts(buyId)
    expect(rows, `round ${round}`).toEqual({ orders: joined.length, units: joinedQuantity, people: joined.length })
    expect(counted, `round ${round}`).toEqual({ units: rows.units, people: rows.people })
    // Every client wants at least one unit, so nothing may be left.
    expect(rows.units, `round ${round}`).toBe(TARGET)
    expect(stocked - (await readStock(productId)), `round ${round}`).toBe(0)
  }
  expect(faults).toEqual([])
  expect(market.faults).toEqual([])
}, 3_600_000)

interface JoinAttempt {
  buyId: string
  person: string
  quantity: number
}

/** A slow machine returns `busy` under lock contention; retries with the same key, as the screens do. */
async function joinAt(
  door: ReturnType<typeof createTestCommands> | undefined,
  { buyId, person, quantity }: JoinAttempt,
) {
  const headers = {
    'content-type': 'application/json',
    'x-test-person': person,
    'idempotency-key': `${buyId}-${person}`,
  }
  const body = JSON.stringify({ group_buy_id: buyId, quantity })
  for (;;) {
    const request = new Request('https://market.test/functions/v1/join-group-buy', { method: 'POST', headers, body })
    const response = await door?.(request)
    if (response?.status !== 503) return { status: response?.status, body: await response?.json() }
  }
}

async function readStock(productId: string): Promise<number> {
  const sql = 'select available_quantity from public.products where id = $1'
  return (await market.row<{ available_quantity: number }>(sql, [productId])).available_quantity
}

async function readCounts(buyId: string) {
  const buy = await market.row<{ current_quantity: number; current_participants: number }>(
    'select current_quantity, current_participants from public.group_buys where id = $1',
    [buyId],
  )
  const rows = await market.row<{ orders: number; units: number; people: number }>(
    `select count(*)::integer as orders, coalesce(sum(quantity), 0)::integer as units, count(distinct user_id)::integer as people
     from public.orders where group_buy_id = $1 and status <> 'cancelled'`,
    [buyId],
  )
  return { counted: { units: buy.current_quantity, people: buy.current_participants }, rows }
}
