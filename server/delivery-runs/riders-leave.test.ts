import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { asPerson } from '#database/tests/setup/as-person.ts'
import { addMember, currentWindow, hubWithRider, makeReadyForDelivery } from '#server/testing/goods/delivery-runs.ts'
import { makeReady } from '#server/testing/goods/hand-over.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { auditFaults } from '#server/testing/money/money-market.ts'
import { paidBuys, type TestOrder } from '#server/testing/money/paid-buys.ts'

// A rider cannot be removed, leave or delete the account while a run is under way: its goods would have no one
// responsible.

let market: TestMarket
let hubId: string
let planner: string
const orders: TestOrder[] = []
beforeAll(async () => {
  market = await openTestMarket()
  orders.push(...(await paidBuys(market).settled(9)).orders)
  ;({ hubId, planner } = await hubWithRider(market))
})
afterEach(async () => expect(await auditFaults(market)).toEqual([]))
afterAll(() => market.close())

async function toSend() {
  const one = orders.pop()
  if (!one) throw new Error('No order is left for this test')
  await makeReadyForDelivery(market, one.orderId)
  return one
}
const plan = (order_ids: string[], rider_id: string) =>
  market.call(
    'plan-run',
    { run_id: null, pickup_point_id: hubId, vendor_id: null, rider_id, ...currentWindow(), order_ids },
    { as: planner },
  )
const start = (run_id: string, as: string) => market.call('start-run', { run_id }, { as })
const takeOut = async (orderId: string) => {
  const { id: stop_id } = await market.row<{ id: string }>(
    `select id from public.delivery_stops where order_id = $1 and status = 'open'`,
    [orderId],
  )
  await market.call('remove-from-run', { stop_id }, { as: planner })
}

test('a membership that ends during the start of a run: either the run has started and it continues, or it does not start', async () => {
  const coordinator = await market.person({ role: 'coordinator' })
  const order = await toSend()
  for (let round = 0; round < 12; round += 1) {
    const person = await market.person()
    const membership = await addMember(market, { person, hubId, duty: 'delivery' })
    const { run_id } = (await plan([order.orderId], person)).body
    const [started, ended] = await Promise.all([
      start(run_id, planner),
      market.call('end-membership', { id: membership }, { as: coordinator }),
    ])
    const one = started.status === 200 ? 'rider_is_out' : 'rider_unknown'
    expect([started.body.code ?? ended.body.code, started.status + ended.status]).toEqual([one, 609])
    await takeOut(order.orderId)
  }
})

test('a rider cannot delete the account during a run; their planned runs then need another rider', async () => {
  const person = await market.person()
  await addMember(market, { person, hubId, duty: 'delivery' })
  const { rows } = await market.db.owner.query('insert into auth.sessions (user_id) values ($1) returning id', [person])
  const session = rows[0].id as string
  await market.db.owner.query(
    `insert into auth.mfa_amr_claims (session_id, authentication_method, updated_at) values ($1, 'password', now())`,
    [session],
  )
  const remove = () => market.call('delete-account', { user_id: person }, { as: person, session })
  const [one, two] = [await toSend(), await toSend()]
  const out = (await plan([one.orderId], person)).body.run_id
  const planned = (await plan([two.orderId], person)).body.run_id
  await start(out, person)
  expect((await remove()).body.code).toBe('account_is_out')
  await takeOut(one.orderId)
  expect((await remove()).status).toBe(200)
  expect((await start(planned, planner)).body.code).toBe('rider_unknown')
})

test('a rider on the road is removed once another rider of the place takes over the runs', async () => {
  const coordinator = await market.person({ role: 'coordinator' })
  const [rider, other, stranger] = [await market.person(), await market.person(), await market.person()]
  const membership = await addMember(market, { person: rider, hubId, duty: 'delivery' })
  await addMember(market, { person: other, hubId, duty: 'delivery' })
  const [one, two] = [await toSend(), await toSend()]
  const out = (await plan([one.orderId], rider)).body.run_id
  const planned = (await plan([two.orderId], rider)).body.run_id
  await start(out, rider)
  const end = async (successor_id: string | null, as = coordinator) => {
    const { status, body } = await market.call('end-membership', { id: membership, successor_id }, { as })
    return body.code ?? status
  }
  expect(await end(null)).toBe('rider_is_out')
  // Riders of elsewhere, the rider themself, and a rider who only leaves.
  expect(await end(stranger)).toBe('rider_unknown')
  expect(await end(rider)).toBe('rider_unknown')
  expect(await end(other, rider)).toBe('not_found')
  expect(await end(other, stranger)).toBe('not_found')
  expect(await Promise.all([end(other), end(other)])).toEqual(expect.arrayContaining([200, 'not_found']))
  const { rows } = await market.db.owner.query(
    'select id, rider_id, status from public.delivery_runs where id = any ($1)',
    [[out, planned]],
  )
  expect(rows.toSorted((a, b) => a.status.localeCompare(b.status))).toEqual([
    { id: out, rider_id: other, status: 'out' },
    { id: planned, rider_id: other, status: 'planned' },
  ])
  expect(
    await market.row(
      `select count(*)::integer as acts from public.audit_log where action = 'run.plan' and actor_id = $1 and subject_id = any ($2)`,
      [coordinator, [out, planned]],
    ),
  ).toEqual({ acts: 2 })
  const { rows: told } = await market.db.owner.query<{ title: string; body: string }>(
    `select title, body from public.notices where person_id = $1 and kind = 'run-taken-over' order by body`,
    [other],
  )
  expect(told.map(({ title }) => title)).toEqual(Array(2).fill(expect.stringMatching(/^A delivery run is yours now: /)))
  const { order_no: next, lga } = await market.row<{ order_no: bigint; lga: string }>(
    'select o.order_no, a.lga from public.orders o join public.order_addresses a on a.order_id = o.id where o.id = $1',
    [one.orderId],
  )
  expect(told.filter(({ body }) => body.includes('1 stop is open.') && body.includes('It has left already.'))).toEqual([
    expect.objectContaining({ body: expect.stringContaining(`Next is order ${next}, in ${lga}.`) }),
  ])
  await takeOut(one.orderId)
  await takeOut(two.orderId)
})

test('a rider who is given a run by its planner is told, the former one is not', async () => {
  const [rider, other] = [await market.person(), await market.person()]
  for (const person of [rider, other]) await addMember(market, { person, hubId, duty: 'delivery' })
  const one = await toSend()
  const { run_id } = (await plan([one.orderId], rider)).body
  const { window_from, window_until } = await market.row<{ window_from: Date; window_until: Date }>(
    'select window_from, window_until from public.delivery_runs where id = $1',
    [run_id],
  )
  const replan = (rider_id: string) =>
    market.call(
      'plan-run',
      {
        run_id,
        pickup_point_id: null,
        vendor_id: null,
        rider_id,
        window_from: window_from.toISOString(),
        window_until: window_until.toISOString(),
        order_ids: [],
      },
      { as: planner },
    )
  expect((await replan(rider)).status).toBe(200)
  expect((await replan(other)).status).toBe(200)
  const { rows } = await market.db.owner.query<{ person_id: string }>(
    `select person_id from public.notices where person_id = any ($1) and kind = 'run-taken-over'`,
    [[rider, other]],
  )
  expect(rows).toEqual([{ person_id: other }])
  await takeOut(one.orderId)
})

test('nobody takes over a run with an order of their own', async () => {
  const coordinator = await market.person({ role: 'coordinator' })
  const rider = await market.person()
  const membership = await addMember(market, { person: rider, hubId, duty: 'delivery' })
  const one = await toSend()
  await addMember(market, { person: one.buyer, hubId, duty: 'delivery' })
  await plan([one.orderId], rider)
  const { body } = await market.call('end-membership', { id: membership, successor_id: one.buyer }, { as: coordinator })
  expect(body.code).toBe('rider_own_order')
  await takeOut(one.orderId)
})

test('before a membership is ended, the list shows the work that would be left unassigned', async () => {
  const coordinator = await market.person({ role: 'coordinator' })
  const rider = await market.person()
  await addMember(market, { person: rider, hubId, duty: 'delivery' })
  const one = await toSend()
  await plan([one.orderId], rider)
  const pickup = await toCollect()
  const stakes = async () =>
    Object.fromEntries(
      (
        await asPerson(
          market.db,
          coordinator,
          `select person_id, orders_on_runs, goods_left_alone from public.staff_members where pickup_point_id = '${hubId}'`,
        )
      ).rows.map(({ person_id, ...stake }) => [person_id, stake]),
    )
  expect(await stakes()).toMatchObject({
    [rider]: { orders_on_runs: 1, goods_left_alone: 0 },
    [planner]: { orders_on_runs: 0, goods_left_alone: pickup },
  })
  await addMember(market, { person: await market.person(), hubId, duty: 'hand-over' })
  expect((await stakes())[planner]).toEqual({ orders_on_runs: 0, goods_left_alone: 0 })
})

/** Adds a ready order at the hub; returns how many there are. */
async function toCollect(): Promise<number> {
  const one = orders.pop()
  if (!one) throw new Error('No order is left for this test')
  await market.moved('vendor', `update public.orders set fulfilment = 'pickup', pickup_point_id = $2 where id = $1`, [
    one.orderId,
    hubId,
  ])
  await makeReady(market, one.orderId)
  const { waiting } = await market.row<{ waiting: number }>(
    `select count(*)::integer as waiting from public.hand_overs where pickup_point_id = $1 and status = 'open'`,
    [hubId],
  )
  expect(waiting).toBeGreaterThan(0)
  return waiting
}
