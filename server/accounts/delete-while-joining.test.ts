import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestWire, type TestWire } from '#server/testing/wire.ts'

let wire: TestWire
beforeAll(async () => {
  wire = await openTestWire()
})
afterAll(() => wire.stop())

const query = (sql: string, values: unknown[] = []) => wire.market.db.owner.query(sql, values)

/** A user who has just authenticated, with a client. */
async function somebody(id: string) {
  const { rows } = await query('insert into auth.sessions (user_id) values ($1) returning id', [id])
  await query(`insert into auth.mfa_amr_claims (session_id, authentication_method) values ($1, 'password')`, [
    rows[0].id,
  ])
  const headers = {
    authorization: `Bearer ${await wire.tokenOf(id, { session_id: rows[0].id, aal: 'aal1' })}`,
    'content-type': 'application/json',
  }
  const ask = async (path: string, body: unknown) =>
    (await wire.request(path, { method: 'POST', headers, body: JSON.stringify(body) })).status
  return {
    id,
    join: (buyId: string) => ask('/functions/v1/join-group-buy', { group_buy_id: buyId, quantity: 1 }),
    order: (buyId: string) => ask('/rest/v1/orders', { group_buy_id: buyId, quantity: 1 }),
    publish: (body: Record<string, unknown>) => ask('/rest/v1/group_buys', body),
    leave: () => ask('/functions/v1/delete-account', { user_id: id }),
  }
}

/** Rows that must not exist, and the buy’s counts. */
const readState = (buyId: string) =>
  wire.market.row(
    `select g.current_quantity as counted, g.current_participants as people,
       (select count(*)::integer from public.orders where group_buy_id = g.id and status = 'pending') as orders,
       (select count(*)::integer from public.orders o join auth.users u on u.id = o.user_id
         where o.group_buy_id = g.id and o.status = 'pending' and u.deleted_at is not null) as of_nobody
     from public.group_buys g where g.id = $1`,
    [buyId],
  )

/** Resolves once a transaction is waiting for a lock. */
async function someoneWaits(count: number, orDone: () => boolean): Promise<void> {
  for (let look = 0; look < 400 && !orDone(); look++) {
    const { rows } = await query(
      `select count(*)::integer as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    if (rows[0].waiting >= count) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** Holds the buy's row locked while `first` and then `second` start. */
async function whileHeld(sql: string, id: string, acts: [() => Promise<number>, () => Promise<number>]) {
  const holder = await wire.market.db.owner.connect()
  try {
    await holder.query('begin')
    await holder.query(sql, [id])
    const first = acts[0]()
    await someoneWaits(1, () => false)
    let isDone = false
    const second = acts[1]().finally(() => {
      isDone = true
    })
    await someoneWaits(2, () => isDone)
    await holder.query('commit')
    return await Promise.all([first, second])
  } finally {
    holder.release()
  }
}

describe('a user who deletes the account and joins concurrently', () => {
  test('keeps account and order, if the join came first', async () => {
    const { buyId } = await wire.market.buy()
    const person = await somebody(await wire.market.person())
    const responses = await whileHeld('select from public.group_buys where id = $1 for update', buyId, [
      () => person.join(buyId),
      person.leave,
    ])
    expect(responses).toEqual([200, 409])
    expect(await readState(buyId)).toEqual({ counted: 1, people: 1, orders: 1, of_nobody: 0 })
  })

  test('is deleted without an order, if the deletion came first', async () => {
    const { buyId } = await wire.market.buy()
    const person = await somebody(await wire.market.person())
    const responses = await whileHeld('select from auth.users where id = $1 for update', person.id, [
      person.leave,
      () => person.join(buyId),
    ])
    expect(responses).toEqual([200, 401])
    expect(await readState(buyId)).toEqual({ counted: 0, people: 0, orders: 0, of_nobody: 0 })
  })

  test('many concurrent users leave no order and no taken place behind', async () => {
    const { buyId } = await wire.market.buy({ target_quantity: 1000 })
    const { buyId: other } = await wire.market.buy({ target_quantity: 1000 })
    const people = await Promise.all(Array.from({ length: 40 }, async () => somebody(await wire.market.person())))
    const responses = await Promise.all(
      people.flatMap((person, index) => [
        person.join(buyId),
        index % 2 ? person.leave() : person.order(other),
        index % 2 ? person.order(other) : person.leave(),
        person.join(buyId),
      ]),
    )
    expect(responses.filter((status) => ![200, 201, 401, 409].includes(status))).toEqual([])
    for (const id of [buyId, other]) {
      const { counted, people: joined, orders, of_nobody } = await readState(id)
      expect(of_nobody).toBe(0)
      expect(joined).toBe(orders)
      expect(counted).toBe(
        (
          await wire.market.row(
            `select coalesce(sum(quantity), 0)::integer as sum from public.orders where group_buy_id = $1 and status = 'pending'`,
            [id],
          )
        ).sum,
      )
    }
    expect(wire.faults).toEqual([])
  }, 60_000)
})

test('a shop that closes while a buy is being published has no open buy', async () => {
  const { vendorId, ownerId } = await wire.market.shop()
  const productId = await wire.market.product(vendorId)
  const owner = await somebody(ownerId)
  const buy = {
    product_id: productId,
    status: 'active',
    target_quantity: 10,
    min_participants: 2,
    price_tiers: JSON.stringify([{ participants: 2, price: 70000 }]),
    end_date: new Date(Date.now() + 5 * 86_400_000).toISOString(),
  }
  const responses = await whileHeld('select from auth.users where id = $1 for update', ownerId, [
    owner.leave,
    () => owner.publish(buy),
  ])
  expect(responses[0]).toBe(200)
  expect(responses[1]).toBeGreaterThanOrEqual(400)
  expect(
    await wire.market.row(
      `select count(*)::integer as open from public.group_buys where vendor_id = $1 and status = 'active'`,
      [vendorId],
    ),
  ).toEqual({ open: 0 })
})
