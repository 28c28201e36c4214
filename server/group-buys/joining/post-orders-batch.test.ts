import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditMarket } from '#database/audit/market.ts'
import { openTestWire, type TestWire } from '#server/testing/wire.ts'

let wire: TestWire
/** Number of writing transactions that the server has begun since the last call. */
let begun = 0
const transactions = () => {
  const before = begun
  begun = 0
  return before
}
beforeAll(async () => {
  wire = await openTestWire({
    through: (database) => {
      const as: typeof database.as = (identity, work, options) => {
        if (!options?.readOnly) begun += 1
        return database.as(identity, work, options)
      }
      const counted = { ...database, as }
      return { ...counted, pool: () => counted }
    },
  })
  // The first call loads the schema cache.
  await (await wire.tables(await wire.market.person())).from('orders').select('id')
})
afterAll(() => wire.stop())

const people = (count: number) => Promise.all(Array.from({ length: count }, () => wire.market.person()))
const readOrders = async (buyId: string) =>
  (
    await wire.market.db.owner.query<{ user_id: string; quantity: number; unit_price: string }>(
      'select user_id, quantity, unit_price from public.orders where group_buy_id = $1 order by order_no',
      [buyId],
    )
  ).rows
const expectConsistent = async () => expect(await auditMarket(wire.market.db.owner)).toEqual([])

interface PostOptions {
  key?: string
  prefer?: string
}

async function post(as: string, row: Record<string, unknown>, { key, prefer }: PostOptions = {}) {
  const headers = {
    'content-type': 'application/json',
    ...(key && { 'idempotency-key': key }),
    ...(prefer && { prefer }),
  }
  const response = await wire.request('/rest/v1/orders', { method: 'POST', as, headers, body: JSON.stringify(row) })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) }
}

async function join(as: string, buyId: string) {
  const response = await wire.request('/functions/v1/join-group-buy', {
    method: 'POST',
    as,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ group_buy_id: buyId, quantity: 1 }),
  })
  return { status: response.status, body: await response.json() }
}

test('batches concurrent order inserts; each returns its own order, at the price of its position', async () => {
  const { buyId } = await wire.market.buy()
  const joiners = await people(9)
  const clients = await Promise.all(joiners.map((as) => wire.tables(as)))
  transactions()
  const responses = await Promise.all(
    clients.map(async (client, place) => {
      const row = { group_buy_id: buyId, quantity: 1, total_amount: 80000, status: 'pending' } as const
      if (place % 2 === 0) return (await client.from('orders').insert([row])).status
      return (await client.from('orders').insert([row]).select('user_id, quantity, unit_price').single()).data
    }),
  )
  // Running batches decide which batch a call joins, never that it runs alone.
  expect(transactions()).toBeLessThan(5)
  const orders = (await readOrders(buyId)).map((order) => ({ ...order, unit_price: Number(order.unit_price) }))
  expect(orders.map(({ unit_price }) => unit_price)).toEqual([...Array(4).fill(80000), ...Array(5).fill(76000)])
  const ofPerson = new Map(orders.map((order) => [order.user_id, order]))
  expect(responses).toEqual(joiners.map((as, place) => (place % 2 === 0 ? 201 : ofPerson.get(as))))
  const { rows } = await wire.market.db.owner.query(
    `select s.actor_id, s.cause from public.status_changes s join public.orders o on o.id = s.subject_id where o.group_buy_id = $1 order by o.order_no`,
    [buyId],
  )
  expect(rows).toEqual(orders.map(({ user_id }) => ({ actor_id: user_id, cause: 'buyer' })))
  await expectConsistent()
})

test('command and table share one queue', async () => {
  const { buyId } = await wire.market.buy()
  const joiners = await people(30)
  transactions()
  const responses = await Promise.all(
    joiners.map((as, place) => (place % 2 === 0 ? join(as, buyId) : post(as, { group_buy_id: buyId, quantity: 1 }))),
  )
  expect(responses.map(({ status }) => status)).toEqual(joiners.map((_, place) => (place % 2 === 0 ? 200 : 201)))
  expect(transactions()).toBeLessThan(10)
  await expectConsistent()
})

test('responds as a single insert does, headers included', async () => {
  const { buyId } = await wire.market.buy()
  const row = { group_buy_id: buyId, quantity: 2 }
  const own = ['id', 'order_no', 'user_id', 'created_at', 'updated_at', 'promised_at']
  const comparable = ({ status, headers, body }: Awaited<ReturnType<typeof post>>) => ({
    status,
    headers: [...headers].map(([name, value]) => [name, value.replaceAll(/[0-9a-f-]{36}/g, 'an id')]),
    body: body && Object.entries(body[0]).filter(([name]) => !own.includes(name)),
  })
  for (const prefer of [undefined, 'return=minimal', 'return=headers-only', 'return=representation,count=exact']) {
    const [first = '', second = ''] = await people(2)
    const more = prefer ? { prefer } : {}
    // No batch accepts a client-chosen id.
    const single = await post(first, { ...row, id: crypto.randomUUID() }, more)
    const batched = await post(second, row, more)
    expect(comparable(batched)).toEqual(comparable(single))
    expect(batched.status).toBe(201)
  }
})

test('a refusal affects only its own request, in the table API’s form', async () => {
  const { buyId, ownerId } = await wire.market.buy({ min_quantity: 2, max_quantity: 5 })
  const [a = '', b = '', c = '', d = '', held = '', banned = ''] = await people(6)
  await wire.market.db.owner.query(
    `insert into auth.mfa_factors (user_id, factor_type, status, secret) values ($1, 'totp', 'verified', 'x')`,
    [held],
  )
  await wire.market.db.owner.query(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [
    banned,
  ])
  const responses = await Promise.all([
    post(a, { group_buy_id: buyId, total_amount: 160000 }),
    post(b, { group_buy_id: buyId, total_amount: 80000 }),
    post(c, { group_buy_id: buyId, quantity: 2, total_amount: 159999 }),
    post(d, { group_buy_id: buyId, quantity: 6 }),
    post(ownerId, { group_buy_id: buyId, quantity: 2 }),
    post(held, { group_buy_id: buyId, quantity: 2 }),
    post(banned, { group_buy_id: buyId, quantity: 2 }),
    post(await wire.market.person(), { group_buy_id: crypto.randomUUID(), total_amount: 1 }),
    join(d, buyId),
  ])
  expect(responses.map(({ status, body }) => [status, body?.code ?? null])).toEqual([
    [201, null],
    [409, 'total_mismatch'],
    [409, 'total_mismatch'],
    [400, 'quantity_above_maximum'],
    [403, 'own_shop'],
    [403, 'second_step_needed'],
    [401, 'sign_in_required'],
    [404, 'buy_not_found'],
    [400, 'quantity_below_minimum'],
  ])
  expect(responses[1]?.body).toMatchObject({ message: 'One person takes at least 2.', details: { quantity: 1 } })
  expect(Object.keys(responses[2]?.body).sort()).toEqual(['code', 'details', 'hint', 'message'])
  expect(await readOrders(buyId)).toMatchObject([{ user_id: a, quantity: 2 }])
  await expectConsistent()
})

test('one key is one order, concurrently, later and as a single insert; a different body is rejected', async () => {
  const { buyId } = await wire.market.buy()
  const [a = '', b = ''] = await people(2)
  const row = { group_buy_id: buyId, quantity: 1 }
  const representation = { key: 'k', prefer: 'return=representation' }
  const responses = await Promise.all([
    post(a, row, representation),
    post(a, row, representation),
    post(b, row, { key: 'k' }),
  ])
  const later = await post(a, { quantity: 1, group_buy_id: buyId }, representation)
  expect([...responses, later].map(({ status }) => status)).toEqual([201, 201, 201, 201])
  expect(responses[0]?.body).toMatchObject([{ user_id: a, quantity: 1 }])
  expect([responses[1]?.body, later.body]).toEqual([responses[0]?.body, responses[0]?.body])
  // An embed makes it a single insert; the key is the same.
  const single = await wire.request('/rest/v1/orders?select=id,group_buy:group_buys(id)', {
    method: 'POST',
    as: a,
    headers: { 'content-type': 'application/json', 'idempotency-key': 'k', prefer: 'return=representation' },
    body: JSON.stringify(row),
  })
  expect([single.status, await single.json()]).toEqual([
    201,
    [{ id: responses[0]?.body[0].id, group_buy: { id: buyId } }],
  ])
  expect(await post(a, { ...row, quantity: 2 }, { key: 'k' })).toMatchObject({
    status: 422,
    body: { code: 'idempotency_key_reused' },
  })
  // Sent concurrently, either may be first.
  const stored = (await readOrders(buyId)).sort((one, other) => Number(other.user_id === a) - Number(one.user_id === a))
  expect(stored).toMatchObject([{ user_id: a, quantity: 1 }, { user_id: b }])
})

test('an unreadable representation rolls back only its own order', async () => {
  const { buyId } = await wire.market.buy()
  const joiners = await people(6)
  await wire.market.db.owner.query('revoke select on public.orders from authenticated')
  const responses = await Promise.all(
    joiners.map((as, place) =>
      post(as, { group_buy_id: buyId, quantity: 1 }, place === 2 ? { prefer: 'return=representation' } : {}),
    ),
  )
  await wire.market.db.owner.query('grant select on public.orders to authenticated')
  expect(responses.map(({ status }) => status)).toEqual([201, 201, 403, 201, 201, 201])
  expect((await readOrders(buyId)).map(({ user_id }) => user_id).toSorted()).toEqual(
    joiners.filter((_, place) => place !== 2).toSorted(),
  )
  await expectConsistent()
})

test('concurrent joins by command and by table, in two processes, fill the buy and never oversell', async () => {
  const { buyId } = await wire.market.buy({ target_quantity: 120, max_participants: 100 })
  const joiners = await people(240)
  const responses = await Promise.all(
    joiners.map(async (as, place) => {
      const row = { group_buy_id: buyId, quantity: 1 }
      if (place % 4 === 0) return join(as, buyId)
      if (place % 4 === 1) return post(as, row)
      if (place % 4 === 2) return post(as, row, { prefer: 'return=representation' })
      // A second process: its own queue, the same database.
      return wire.market.call('join-group-buy', row, { as })
    }),
  )
  const done = responses.filter(({ status }) => status < 300)
  expect([done.length, responses.filter(({ status }) => status === 409).length]).toEqual([100, 140])
  const orders = await readOrders(buyId)
  expect(orders).toHaveLength(100)
  expect(new Set(orders.map(({ user_id }) => user_id)).size).toBe(100)
  await expectConsistent()
}, 60_000)

test('one user who joins by command and by table concurrently has one growing order', async () => {
  const { buyId } = await wire.market.buy()
  const [a = ''] = await people(1)
  const responses = await Promise.all([
    post(a, { group_buy_id: buyId, quantity: 2 }),
    join(a, buyId),
    post(a, { group_buy_id: buyId, quantity: 1 }),
  ])
  expect(responses.map(({ status }) => status)).toEqual([201, 200, 201])
  expect(await readOrders(buyId)).toMatchObject([{ user_id: a, quantity: 4 }])
})

test('each inserted order counts once, against the limits of joins and of writes', async () => {
  const limited = await openTestWire({ rateLimits: true })
  try {
    const { buyId } = await limited.market.buy()
    const buyer = await limited.market.person()
    const ask = (path: string, body: object) =>
      limited.request(path, {
        method: 'POST',
        as: buyer,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const row = { group_buy_id: buyId, quantity: 0 }
    const responses = await Promise.all(Array.from({ length: 12 }, () => ask('/rest/v1/orders', row)))
    const refused = responses.filter(({ status }) => status === 429)
    expect(responses.filter(({ status }) => status === 400)).toHaveLength(10)
    expect(refused).toHaveLength(2)
    expect(refused[0]?.headers.get('retry-after')).toBe('60')
    expect(await refused[0]?.json()).toEqual({
      code: 'too_many_requests',
      message: 'Too many attempts. Please try again later.',
      details: null,
      hint: null,
    })
    expect((await ask('/functions/v1/join-group-buy', row)).status).toBe(429)
    const { rows } = await limited.market.db.owner.query('select key from limits.buckets')
    expect(rows).toHaveLength(2)
  } finally {
    await limited.stop()
  }
})

test('no faults were reported', () => expect([wire.faults, wire.market.faults]).toEqual([[], []]))
