import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditMarket } from '#database/audit/market.ts'
import { serve } from '#platform/http/serve.ts'
import { openDatabase } from '#platform/postgres/database.ts'
import { GENEROUS_LIMITS } from '#platform/postgres/testing.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { createTestCommands } from '#server/testing/test-commands.ts'

let market: TestMarket
/** Number of transactions that the server has begun since the last call. */
let begun = 0
const transactions = () => {
  const before = begun
  begun = 0
  return before
}
/** Commits the next transaction and loses the confirmation. */
let isConfirmationLost = false
beforeAll(async () => {
  market = await openTestMarket({
    through: (database) => {
      const as: typeof database.as = async (...call) => {
        begun += 1
        const done = await database.as(...call)
        if (!isConfirmationLost) return done
        isConfirmationLost = false
        throw new Error('The commit was not answered')
      }
      const counted = { ...database, as }
      return { ...counted, pool: () => counted }
    },
  })
})
afterAll(() => market.close())

const people = (count: number) => Promise.all(Array.from({ length: count }, () => market.person()))
const join = (buyId: string, as: string, more: { quantity?: number; key?: string; session?: string } = {}) =>
  market.call('join-group-buy', { group_buy_id: buyId, quantity: more.quantity ?? 1 }, { as, ...more })
const readOrders = async (buyId: string) =>
  (
    await market.db.owner.query<{ user_id: string; quantity: number; unit_price: string }>(
      'select user_id, quantity, unit_price from public.orders where group_buy_id = $1 order by order_no',
      [buyId],
    )
  ).rows
const expectConsistent = async () => expect(await auditMarket(market.db.owner)).toEqual([])

test('runs concurrent joins in one transaction, each with the price and counts of its position', async () => {
  const { buyId } = await market.buy()
  const joiners = await people(12)
  transactions()
  const responses = await Promise.all(joiners.map((as) => join(buyId, as)))
  expect(transactions()).toBe(1)
  for (const count of ['current_participants', 'current_quantity'] as const)
    expect(responses.map(({ body }) => body.group_buy[count])).toEqual(joiners.map((_, place) => place + 1))
  expect(responses.map(({ body }) => body.order.unit_price)).toEqual([
    ...Array(4).fill(80000),
    ...Array(5).fill(76000),
    ...Array(3).fill(72000),
  ])
  expect(responses.map(({ body }) => body.order.user_id)).toEqual(joiners)
  const { rows } = await market.db.owner.query(
    `select s.actor_id, s.cause from public.status_changes s join public.orders o on o.id = s.subject_id where o.group_buy_id = $1 order by o.order_no`,
    [buyId],
  )
  expect(rows).toEqual(joiners.map((actor_id) => ({ actor_id, cause: 'buyer' })))
  await expectConsistent()
})

test('answers as a single join does', async () => {
  const { buyId } = await market.buy()
  const [first = '', second = ''] = await people(2)
  // No real id has this form, so no batch accepts it.
  const single = await market.call('join-group-buy', { group_buy_id: buyId, quantity: 2 }, { as: first.toUpperCase() })
  const batched = await join(buyId, second, { quantity: 2 })
  expect([single.status, batched.status]).toEqual([200, 200])
  const own = ['id', 'order_no', 'user_id', 'created_at', 'updated_at', 'promised_at']
  const without = (order: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(order).filter(([name]) => !own.includes(name)))
  expect(without(batched.body.order)).toEqual(without(single.body.order))
  expect(Object.keys(batched.body.group_buy).toSorted()).toEqual(Object.keys(single.body.group_buy).toSorted())
  expect(batched.body.group_buy).toMatchObject({ current_quantity: 4, current_participants: 2 })
})

test('a refusal affects only its own joiner', async () => {
  const { buyId, ownerId } = await market.buy({ max_quantity: 4 })
  const other = await market.buy()
  await market.moved('clock', `update public.group_buys set status = 'closed' where id = $1`, [other.buyId])
  const [a = '', b = '', c = '', banned = '', held = '', greedy = ''] = await people(6)
  const unconfirmed = await market.person({ confirmed: false })
  await market.db.owner.query(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [banned])
  await market.db.owner.query(
    `insert into auth.mfa_factors (user_id, factor_type, status, secret) values ($1, 'totp', 'verified', 'x')`,
    [held],
  )
  transactions()
  const responses = await Promise.all([
    join(buyId, a),
    join(buyId, ownerId),
    join(buyId, unconfirmed, { key: 'refused' }),
    join(buyId, banned),
    join(buyId, held),
    join(buyId, greedy, { quantity: 5 }),
    join(other.buyId, b),
    join('11111111-1111-4111-8111-111111111111', b),
    join(buyId, c),
  ])
  expect(
    responses.map(({ status, body }) => (status === 200 ? body.group_buy.current_participants : body.code)),
  ).toEqual([
    1,
    'own_shop',
    'contact_not_confirmed',
    'sign_in_required',
    'second_step_needed',
    'quantity_above_maximum',
    'buy_not_active',
    'buy_not_found',
    2,
  ])
  // The second call of one user waits for the next batch.
  expect(transactions()).toBe(2)
  expect(await readOrders(buyId)).toMatchObject([{ user_id: a }, { user_id: c }])
  const storedKeys = await market.row<{ keys: number }>(
    `select count(*)::integer as keys from public.idempotency_keys where actor = $1`,
    [unconfirmed],
  )
  expect(storedKeys.keys).toBe(0)
  await expectConsistent()
})

test('the first to arrive gets the last place', async () => {
  const { buyId } = await market.buy({ target_quantity: 30, max_participants: 20 })
  const joiners = await people(45)
  const responses = await Promise.all(joiners.map((as) => join(buyId, as)))
  expect(responses.map(({ status }) => status)).toEqual([...Array(20).fill(200), ...Array(25).fill(409)])
  expect((await readOrders(buyId)).map(({ user_id }) => user_id)).toEqual(joiners.slice(0, 20))
})

test('one idempotency key is one join, concurrently and later; a different body is rejected', async () => {
  const { buyId } = await market.buy()
  const [a = '', b = ''] = await people(2)
  const [first, again, otherUser, other] = await Promise.all([
    join(buyId, a, { key: 'k' }),
    join(buyId, a, { key: 'k' }),
    join(buyId, b, { key: 'k' }),
    join(buyId, a, { key: 'k', quantity: 2 }),
  ])
  const later = await join(buyId, a, { key: 'k' })
  expect([first?.status, again?.status, otherUser?.status, later.status]).toEqual([200, 200, 200, 200])
  expect([again?.body, later.body]).toEqual([first?.body, first?.body])
  expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } })
  expect(await readOrders(buyId)).toMatchObject([
    { user_id: a, quantity: 1 },
    { user_id: b, quantity: 1 },
  ])
  // A single join finds what a batch has stored, and vice versa.
  const single = await market.call(
    'join-group-buy',
    { group_buy_id: buyId, quantity: 1 },
    { as: a.toUpperCase(), key: 'k' },
  )
  expect(single.status).toBe(200)
})

test('two concurrent joins of one user: the second adds to the order of the first', async () => {
  const { buyId } = await market.buy()
  const [a = '', b = ''] = await people(2)
  const responses = await Promise.all([join(buyId, a), join(buyId, a, { quantity: 2 }), join(buyId, b)])
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await readOrders(buyId)).toMatchObject([
    { user_id: a, quantity: 3 },
    { user_id: b, quantity: 1 },
  ])
  expect(responses[1]?.body.group_buy).toMatchObject({ current_participants: 2, current_quantity: 4 })
  await expectConsistent()
})

test('growing orders keep their position among new ones, on both sides of a price threshold', async () => {
  const { buyId } = await market.buy()
  const [a = '', b = '', c = '', d = '', e = '', f = ''] = await people(6)
  await Promise.all([a, b, c].map((as) => join(buyId, as)))
  transactions()
  const responses = await Promise.all([d, a, e, b, f].map((as) => join(buyId, as)))
  expect(transactions()).toBe(1)
  expect(responses.map(({ body }) => [body.order.quantity, body.order.unit_price])).toEqual([
    [1, 80000],
    [2, 80000],
    [1, 76000],
    [2, 76000],
    [1, 76000],
  ])
  await expectConsistent()
})

test('after a fault of the batch each join is retried alone, and only the faulty one fails', async () => {
  const { buyId } = await market.buy()
  const joiners = await people(6)
  await market.db.owner.query(
    `create function public.stumble() returns trigger language plpgsql as $$ begin raise exception 'stumbled' using errcode = 'XX000'; end $$;
     create trigger stumble before insert on public.orders for each row when (new.user_id = '${joiners[2]}') execute function public.stumble()`,
  )
  const responses = await Promise.all(joiners.map((as, place) => join(buyId, as, { key: `fault-${place}` })))
  await market.db.owner.query('drop function public.stumble cascade')
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 500, 200, 200, 200])
  expect(await readOrders(buyId)).toHaveLength(5)
  // The fault of the batch, and that of the single join.
  expect(market.faults.splice(0)).toHaveLength(2)
  await expectConsistent()
})

test('a batch with an unqueueable mail writes nothing, and the other users join once', async () => {
  const { buyId } = await market.buy()
  const joiners = await people(4)
  await market.db.owner.query(`update auth.users set email = 'one, two@market.test' where id = $1`, [joiners[1]])
  const responses = await Promise.all(joiners.map((as) => join(buyId, as)))
  expect(responses.map(({ status }) => status)).toEqual([200, 500, 200, 200])
  const orders = (await readOrders(buyId)).map(({ user_id, quantity }) => [user_id, quantity])
  expect(orders.toSorted()).toEqual([0, 2, 3].map((place) => [joiners[place], 1]).toSorted())
  expect(market.faults.splice(0)).toHaveLength(2)
  await expectConsistent()
})

test('retries no join of a batch whose commit is unconfirmed', async () => {
  const { buyId } = await market.buy()
  const joiners = await people(3)
  isConfirmationLost = true
  const responses = await Promise.all(joiners.map((as) => join(buyId, as)))
  expect(responses.map(({ status }) => status)).toEqual([500, 500, 500])
  expect(await readOrders(buyId)).toMatchObject(joiners.map((user_id) => ({ user_id, quantity: 1 })))
  expect(market.faults.splice(0)).toHaveLength(3)
  await expectConsistent()
})

test('holds pay-on-joining orders and enforces the limits of unpaid orders, in a batch too', async () => {
  const { buyId } = await market.buy({ payment_mode: 'pay_to_join' })
  const [a = '', b = ''] = await people(2)
  await Promise.all([join(buyId, a), join(buyId, b)])
  const { rows } = await market.db.owner.query(
    `select count(*)::integer as held from public.orders where group_buy_id = $1 and hold_expires_at between now() + interval '5 minutes' and now() + interval '3 hours'`,
    [buyId],
  )
  expect(rows).toEqual([{ held: 2 }])
  const buys = await Promise.all(Array.from({ length: 7 }, () => market.buy()))
  const responses = await Promise.all(buys.map((other) => join(other.buyId, a)))
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(4)
  expect(responses.find(({ status }) => status !== 200)?.body.code).toBe('too_many_unpaid')
})

test('rejects calls above the rate limit, and counts them', async () => {
  const limited = await openTestMarket({ rateLimits: true })
  try {
    const { buyId } = await limited.buy()
    const [hasty, other] = [await limited.person(), await limited.person()]
    const call = (as: string) => limited.call('join-group-buy', { group_buy_id: buyId, quantity: 0 }, { as })
    const responses = await Promise.all([...Array.from({ length: 12 }, () => call(hasty)), call(other)])
    expect(responses.map(({ status }) => status)).toEqual([...Array(10).fill(400), 429, 429, 400])
  } finally {
    await limited.close()
  }
})

test('two processes and 500 joiners fill the buy and never oversell', async () => {
  const joiners = await people(500)
  const own = openDatabase({ connectionString: market.db.connectionString, maxConnections: 10, ...GENEROUS_LIMITS })
  const other = createTestCommands(own, { reportFault: (fault) => market.faults.push(fault) })
  const elsewhere = async (buyId: string, as: string) => {
    const response = await other(
      new Request('https://market.test/functions/v1/join-group-buy', {
        method: 'POST',
        headers: { 'x-test-person': as, 'content-type': 'application/json' },
        body: JSON.stringify({ group_buy_id: buyId, quantity: 1 }),
      }),
    )
    return response.status
  }
  try {
    const buys = await Promise.all([0, 1, 2].map(() => market.buy({ target_quantity: 120, max_participants: 100 })))
    const statuses = await Promise.all(
      joiners.map(async (as, place) => {
        const { buyId } = buys[place % 3] ?? { buyId: '' }
        return place % 2 === 0 ? elsewhere(buyId, as) : (await join(buyId, as)).status
      }),
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(300)
    expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([])
    for (const { buyId } of buys) expect(await readOrders(buyId)).toHaveLength(100)
    expect(market.faults).toEqual([])
    await expectConsistent()
  } finally {
    await own.close()
  }
}, 120_000)

test('answers queued joins on shutdown', async () => {
  const { buyId } = await market.buy({ target_quantity: 400 })
  const joiners = await people(130)
  const listening = await serve({
    fetch: createTestCommands(market.db.database, { reportFault: (fault) => market.faults.push(fault) }),
    host: '127.0.0.1',
    port: 0,
    trustedProxies: 0,
    onBug: (bug) => market.faults.push(bug),
  })
  const address = listening.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  let responded = 0
  const joins = joiners.map(async (as) => {
    const response = await fetch(`http://127.0.0.1:${port}/functions/v1/join-group-buy`, {
      method: 'POST',
      headers: { 'x-test-person': as, 'content-type': 'application/json' },
      body: JSON.stringify({ group_buy_id: buyId, quantity: 1 }),
    })
    responded += 1
    return response.status
  })
  // The first batch is done and the others are queued.
  await joins[0]
  expect(responded).toBeLessThan(joiners.length)
  const stopped = listening.stop(60_000)
  const statuses = await Promise.allSettled(joins)
  await stopped
  const joined = statuses.filter((one) => one.status === 'fulfilled')
  expect(new Set(joined.map(({ value }) => value))).toEqual(new Set([200]))
  // Connections that were not accepted yet don't count; every accepted call is answered.
  expect(await readOrders(buyId)).toHaveLength(joined.length)
  expect(market.faults).toEqual([])
})
