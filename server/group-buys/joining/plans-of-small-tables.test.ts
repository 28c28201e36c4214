import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { joinSingle } from './join-batch.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

const OTHER_ORDERS = 1_000

// PostgreSQL believes the figures of ANALYZE until the next one, so that both tables stay small for it.
test.each([
  { when: 'there were no orders', joinsBefore: 0 },
  { when: 'there was one order', joinsBefore: 1 },
])(
  'plans from when $when do not read all orders of a grown market for a join or a payment',
  async ({ joinsBefore }) => {
    const { buyId } = await market.buy()
    const [first, second, third] = [await market.person(), await market.person(), await market.person()]
    const client = await market.db.owner.connect()
    try {
      await client.query('begin')
      if (joinsBefore > 0) await joinAs(client, first, buyId)
      await client.query('analyze public.orders')
      await joinAs(client, second, buyId)
      await payFor(client, second)
      await copyOrders(client, buyId)
      const before = await ordersRead(client)
      await joinAs(client, third, buyId)
      await payFor(client, third)
      expect((await ordersRead(client)) - before).toBeLessThan(100)
    } finally {
      await client.query('rollback')
      client.release()
    }
  },
)

async function joinAs(client: pg.PoolClient, userId: string, groupBuyId: string): Promise<void> {
  const claims = { role: 'service_role', cause: 'buyer' }
  await client.query(`select set_config('request.jwt.claims', $1, true), set_config('role', 'service_role', true)`, [
    JSON.stringify(claims),
  ])
  const answer = await joinSingle(client, {
    input: { group_buy_id: groupBuyId, quantity: 1 },
    userId,
    claims: { role: 'authenticated' },
    siteUrl: 'http://localhost',
  })
  expect(answer).toContain('"pending"')
  await client.query('reset role')
}

async function payFor(client: pg.PoolClient, userId: string): Promise<void> {
  await client.query(`select set_config('request.jwt.claims', '{"role":"service_role","cause":"gateway"}', true)`)
  const { rowCount } = await client.query(
    `update public.orders set status = 'paid', paid_at = now(), charged_kobo = amount_due_kobo, amount_due_kobo = 0 where user_id = $1`,
    [userId],
  )
  expect(rowCount).toBe(1)
}

/** Orders of other people, written without triggers and foreign keys: unpaid in another buy, paid in this one, and from the cart. */
async function copyOrders(client: pg.PoolClient, buyId: string): Promise<void> {
  const { rows } = await client.query<{ names: string }>(
    `select string_agg(quote_ident(attname), ', ') as names from pg_attribute where attrelid = 'public.orders'::regclass and attnum > 0
     and not attisdropped and attgenerated = '' and attidentity = '' and attname not in ('id', 'user_id', 'group_buy_id', 'order_no', 'status', 'created_at')`,
  )
  const names = rows[0]?.names
  await client.query('set local session_replication_role = replica')
  await client.query(
    'alter table public.orders drop constraint from_a_buy_or_the_cart, drop constraint nothing_due_once_paid',
  )
  for (const { status, buy } of [
    { status: 'pending', buy: crypto.randomUUID() },
    { status: 'paid', buy: buyId },
    { status: 'completed', buy: null },
  ]) {
    const { rowCount } = await client.query(
      `insert into public.orders (id, user_id, group_buy_id, status, created_at, ${names})
       select gen_random_uuid(), gen_random_uuid(), $1::uuid, $2, now() - n * interval '1 second', ${names}
       from (select * from public.orders limit 1) o, generate_series(1, $3) n`,
      [buy, status, OTHER_ORDERS],
    )
    expect(rowCount).toBe(OTHER_ORDERS)
  }
  await client.query('set local session_replication_role = origin')
}

/** Rows and index entries of orders that this transaction has read. */
async function ordersRead(client: pg.PoolClient): Promise<number> {
  const { rows } = await client.query<{ read: number }>(
    `select coalesce(sum(pg_stat_get_xact_tuples_returned(c.oid)), 0)::integer as read from pg_class c
     where c.oid = 'public.orders'::regclass or c.oid in (select indexrelid from pg_index where indrelid = 'public.orders'::regclass)`,
  )
  return rows[0]?.read ?? 0
}
