import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { asPerson } from '#database/tests/setup/as-person.ts'
import {
  addMember,
  currentWindow,
  hubWithRider,
  makeReadyForDelivery,
  uploadDoorPhoto,
} from '#server/testing/goods/delivery-runs.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { raiseAmountLimits } from '#server/testing/money/amounts.ts'
import { auditFaults } from '#server/testing/money/money-market.ts'
import { paidBuys, type TestOrder } from '#server/testing/money/paid-buys.ts'

let market: TestMarket
let vendorId: string
let ownerId: string
let hubId: string
let planner: string
let rider: string
const orders: TestOrder[] = []
beforeAll(async () => {
  market = await openTestMarket()
  await raiseAmountLimits(market)
  const made = await paidBuys(market).settled(27, { quantity: 2 })
  vendorId = made.vendorId
  ownerId = made.ownerId
  orders.push(...made.orders)
  ;({ hubId, planner, rider } = await hubWithRider(market))
})
afterEach(async () => expect(await auditFaults(market)).toEqual([]))
afterAll(() => market.close())

async function toSend(by: 'market' | 'vendor' = 'market') {
  const one = orders.pop()
  if (!one) throw new Error('No order is left for this test')
  return { ...one, handOverId: await makeReadyForDelivery(market, one.orderId, by) }
}
const runInput = (order_ids: string[], input: Record<string, unknown> = {}) => ({
  run_id: null,
  pickup_point_id: hubId,
  vendor_id: null,
  rider_id: rider,
  ...currentWindow(),
  order_ids,
  ...input,
})
const plan = (order_ids: string[], input: Record<string, unknown> = {}, as = planner) =>
  market.call('plan-run', runInput(order_ids, input), { as })
const start = (run_id: string, as = rider) => market.call('start-run', { run_id }, { as })
const takeOut = (stop_id: string, as = planner) => market.call('remove-from-run', { stop_id }, { as })
const fail = (stop_id: string, reason: string, { photo = '', as = rider } = {}) =>
  market.call('fail-delivery', { stop_id, reason, note: 'Rang twice', photo }, { as })
const readStop = (orderId: string) =>
  market.row<{ id: string; status: string; run_id: string }>(
    'select id, status, run_id from public.delivery_stops where order_id = $1 order by created_at desc limit 1',
    [orderId],
  )
const runStatus = async (id: string) =>
  (await market.row<{ status: string }>('select status from public.delivery_runs where id = $1', [id])).status
const readOrder = (id: string) =>
  market.row('select status, fulfilment, pickup_point_id from public.orders where id = $1', [id])
const readNotices = async (buyer: string) =>
  (
    await market.db.owner.query(
      `select kind from mail.messages where recipient = rights.email_of($1) and kind like 'deliver%' order by due_at`,
      [buyer],
    )
  ).rows.map(({ kind }) => kind)
const readCode = async (buyer: string): Promise<string> =>
  (await market.call('read-codes', {}, { as: buyer })).body.codes[0].code
const enter = (hand_over_id: string, code: string, { as = rider, lines = null as unknown } = {}) =>
  market.call('hand-over', { hand_over_id, code, lines }, { as })

/** Puts the orders on a started run. */
async function out(amount = 1) {
  const runs = []
  for (let at = 0; at < amount; at += 1) runs.push(await toSend())
  const { run_id: runId } = (await plan(runs.map(({ orderId }) => orderId))).body
  expect((await start(runId)).status).toBe(200)
  const [first] = runs
  if (!first) throw new Error('A run has a stop')
  return { runId, sent: runs, ...first, stopId: (await readStop(first.orderId)).id }
}

describe('a run', () => {
  test('is planned, started, and ended with its last stop; buyers are notified of each step', async () => {
    const [one, two] = [await toSend(), await toSend()]
    const { body, status } = await plan([one.orderId, two.orderId])
    expect([status, body.stops]).toEqual([200, 2])
    expect(await runStatus(body.run_id)).toBe('planned')
    expect((await enter(one.handOverId, await readCode(one.buyer))).status).toBe(404)
    expect((await start(body.run_id)).status).toBe(200)
    expect((await start(body.run_id)).body.code).toBe('already_done')
    expect((await enter(one.handOverId, await readCode(one.buyer))).body).toMatchObject({
      outcome: 'done',
      is_all: true,
    })
    expect(await readOrder(one.orderId)).toMatchObject({ status: 'delivered' })
    expect(await readStop(one.orderId)).toMatchObject({ status: 'delivered' })
    expect(await runStatus(body.run_id)).toBe('out')
    expect((await enter(two.handOverId, await readCode(two.buyer))).status).toBe(200)
    expect(await runStatus(body.run_id)).toBe('ended')
    expect(await readNotices(one.buyer)).toEqual(['delivery-planned', 'delivery-out'])
    expect((await plan([], { run_id: body.run_id })).body.code).toBe('run_over')
    expect((await start(body.run_id, planner)).body.code).toBe('run_over')
  })

  test('is planned only by its hub’s staff and its state’s manager', async () => {
    const one = await toSend()
    const [otherUser, manager, elsewhere] = [
      await market.person(),
      await market.person({ role: 'manager' }),
      await market.person({ role: 'manager' }),
    ]
    await market.db.owner.query(
      `insert into public.manager_regions (manager_id, state) values ($1, 'Lagos'), ($2, 'Kano')`,
      [manager, elsewhere],
    )
    for (const as of [otherUser, rider, ownerId, elsewhere, one.buyer])
      expect((await plan([one.orderId], {}, as)).status).toBe(404)
    const { body } = await plan([one.orderId], {}, manager)
    const stop = await readStop(one.orderId)
    for (const as of [otherUser, ownerId, elsewhere, one.buyer]) {
      expect((await plan([], { run_id: body.run_id }, as)).status).toBe(404)
      expect((await start(body.run_id, as)).status).toBe(404)
      expect((await takeOut(stop.id, as)).status).toBe(404)
    }
    expect((await takeOut(stop.id, rider)).status).toBe(404)
    expect((await takeOut(stop.id)).status).toBe(200)
    expect(await runStatus(body.run_id)).toBe('ended')
    expect((await takeOut(stop.id)).body.code).toBe('stop_over')
    expect(await readNotices(one.buyer)).toEqual(['delivery-planned', 'delivery-postponed'])
  })

  test('takes ready orders of its hub or shop, with a rider who delivers there', async () => {
    const one = await toSend()
    const notReady = orders.pop()
    const shops = await toSend('vendor')
    expect((await plan([])).body.code).toBe('run_empty')
    expect((await plan([notReady?.orderId ?? ''])).body.code).toBe('not_to_send')
    expect((await plan([shops.orderId])).body.code).toBe('not_to_send')
    expect((await plan([one.orderId], { rider_id: planner })).body.code).toBe('rider_unknown')
    const past = { window_from: '2026-01-02T08:00:00Z', window_until: '2026-01-02T10:00:00Z' }
    expect((await plan([one.orderId], past)).body.code).toBe('run_window_wrong')
    // A shop that delivers itself: its owner may be the rider.
    const own = { pickup_point_id: null, vendor_id: vendorId, rider_id: ownerId }
    expect((await plan([one.orderId], own, ownerId)).body.code).toBe('not_to_send')
    const { body } = await plan([shops.orderId], own, ownerId)
    expect((await start(body.run_id, ownerId)).status).toBe(200)
    expect((await enter(shops.handOverId, await readCode(shops.buyer), { as: ownerId })).status).toBe(200)
    expect(await runStatus(body.run_id)).toBe('ended')
  })

  test('never gives riders their own orders, by planning or by a change of rider', async () => {
    const one = await toSend()
    await addMember(market, { person: one.buyer, hubId, duty: 'delivery' })
    expect((await plan([one.orderId], { rider_id: one.buyer })).body.code).toBe('rider_own_order')
    const { body } = await plan([one.orderId])
    expect((await plan([], { run_id: body.run_id, rider_id: one.buyer })).body.code).toBe('rider_own_order')
    await expect(
      market.db.owner.query('update public.delivery_runs set rider_id = $2 where id = $1', [body.run_id, one.buyer]),
    ).rejects.toThrow('Nobody delivers to themselves')
    await takeOut((await readStop(one.orderId)).id)
  })

  test('contains an order once, even if planned concurrently', async () => {
    const one = await toSend()
    const responses = await Promise.all(Array.from({ length: 6 }, () => plan([one.orderId])))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
    const other = (await plan([(await toSend()).orderId])).body.run_id
    await expect(
      market.db.owner.query('insert into public.delivery_stops (run_id, order_id, position) values ($1, $2, 9)', [
        other,
        one.orderId,
      ]),
    ).rejects.toThrow('one_open_stop_an_order')
    expect((await plan([one.orderId], { run_id: other })).body.code).toBe('on_a_run_already')
  })

  test('starts once, and then takes no more orders', async () => {
    const [one, late] = [await toSend(), await toSend()]
    const { run_id } = (await plan([one.orderId])).body
    const responses = await Promise.all([start(run_id), start(run_id), start(run_id, planner), start(run_id, planner)])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    expect(await readNotices(one.buyer)).toEqual(['delivery-planned', 'delivery-out'])
    expect((await plan([late.orderId], { run_id })).body.code).toBe('run_left')
    await expect(
      market.db.owner.query('insert into public.delivery_stops (run_id, order_id, position) values ($1, $2, 9)', [
        run_id,
        late.orderId,
      ]),
    ).rejects.toThrow('before it starts')
  })

  test('notifies of a new window, but not of a new rider', async () => {
    const one = await toSend()
    const window = currentWindow()
    const { run_id } = (await plan([one.orderId], window)).body
    const other = await market.person()
    await addMember(market, { person: other, hubId, duty: 'delivery' })
    expect((await plan([], { run_id, ...window, rider_id: other })).status).toBe(200)
    expect(await readNotices(one.buyer)).toEqual(['delivery-planned'])
    const later = { ...window, window_until: new Date(Date.parse(window.window_until) + 60_000).toISOString() }
    expect((await plan([], { run_id, ...later, rider_id: other })).status).toBe(200)
    expect(await readNotices(one.buyer)).toEqual(['delivery-planned', 'delivery-planned'])
    // The old rider loses access; the rider can change even on the way.
    expect((await start(run_id)).status).toBe(404)
    expect((await start(run_id, other)).status).toBe(200)
    expect((await plan([], { run_id, ...later, rider_id: rider })).status).toBe(200)
    const code = await readCode(one.buyer)
    expect((await enter(one.handOverId, code, { as: other })).status).toBe(404)
    expect((await enter(one.handOverId, code)).status).toBe(200)
  })
})

describe('at the door', () => {
  test('the code works once, only for the rider of the run, and nothing is handed over without it', async () => {
    const { handOverId, buyer } = await out()
    const code = await readCode(buyer)
    const another = await market.person()
    await addMember(market, { person: another, hubId, duty: 'delivery' })
    for (const as of [another, planner, ownerId]) expect((await enter(handOverId, code, { as })).status).toBe(404)
    const override = { hand_over_id: handOverId, identity: 'known', reason: 'The phone is lost', lines: null }
    const photo = await uploadDoorPhoto(market, rider)
    expect((await market.call('override-hand-over', { ...override, photo }, { as: rider })).body.code).toBe(
      'code_at_the_door',
    )
    const responses = await Promise.all([enter(handOverId, code), enter(handOverId, code), enter(handOverId, code)])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect((await enter(handOverId, code)).body.code).toBe('handed_over_already')
  })

  test('after a partial hand-over, the rest is delivered again', async () => {
    const { handOverId, orderId, buyer, stopId, runId } = await out()
    const line = await market.row<{ id: string }>('select id from public.order_lines where order_id = $1', [orderId])
    const lines = [{ line_id: line.id, quantity: 1 }]
    expect((await enter(handOverId, await readCode(buyer), { lines })).body).toMatchObject({ is_all: false })
    expect(await readStop(orderId)).toMatchObject({ status: 'open' })
    expect((await fail(stopId, 'goods')).body.next).toBe('try-again')
    expect(await runStatus(runId)).toBe('ended')
    expect((await plan([orderId])).status).toBe(200)
  })

  test('a failed attempt needs a photo of the door, and only the rider records it, once, during the run', async () => {
    const planned = await toSend()
    await plan([planned.orderId])
    expect((await fail((await readStop(planned.orderId)).id, 'refused')).body.code).toBe('run_not_out')
    const { stopId, buyer, runId } = await out()
    expect((await fail(stopId, 'nobody-there')).body.code).toBe('door_photo_missing')
    const otherUsers = await uploadDoorPhoto(market, planner)
    expect((await fail(stopId, 'nobody-there', { photo: otherUsers })).body.code).toBe('door_photo_missing')
    const photo = await uploadDoorPhoto(market, rider)
    expect((await fail(stopId, 'nobody-there', { photo, as: planner })).status).toBe(404)
    expect((await fail(stopId, 'nobody-there', { photo, as: buyer })).status).toBe(404)
    const responses = await Promise.all([1, 2, 3].map(() => fail(stopId, 'nobody-there', { photo })))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await runStatus(runId)).toBe('ended')
    expect(await readNotices(buyer)).toEqual(['delivery-planned', 'delivery-out', 'delivery-failed'])
    // One photo proves one attempt.
    const again = await out()
    expect((await fail(again.stopId, 'nobody-there', { photo })).body.code).toBe('photo_used')
  })

  test('after the second counted attempt the order is kept at the hub, with the same code and a new deadline; our own failures don’t count', async () => {
    const { orderId, handOverId, buyer, stopId } = await out()
    expect((await fail(stopId, 'no-code')).body.next).toBe('try-again')
    for (const [reason, next] of [
      ['not-reached', 'try-again'],
      ['refused', 'collect'],
    ] as const) {
      const { run_id } = (await plan([orderId])).body
      await start(run_id)
      expect((await fail((await readStop(orderId)).id, reason)).body.next).toBe(next)
    }
    expect(await readOrder(orderId)).toEqual({ status: 'ready', fulfilment: 'pickup', pickup_point_id: hubId })
    const due = await market.row(
      `select kind, due_from > now() - interval '5 minutes' as is_now, due_until = public.collect_until(order_id, kind, due_from) and due_until >= due_from + interval '7 days' as is_a_week from public.hand_overs where id = $1`,
      [handOverId],
    )
    expect(due).toEqual({ kind: 'pickup', is_now: true, is_a_week: true })
    expect((await plan([orderId])).body.code).toBe('not_to_send')
    const code = await readCode(buyer)
    expect((await enter(handOverId, code)).status).toBe(404)
    expect((await enter(handOverId, code, { as: planner })).status).toBe(200)
    expect(await readOrder(orderId)).toMatchObject({ status: 'collected' })
  })
})

describe('meanwhile', () => {
  test('refunded or short orders are removed from the run', async () => {
    const { orderId, handOverId, buyer, stopId, runId } = await out()
    const chief = await market.person({ role: 'chief' })
    const { kobo } = await market.row<{ kobo: bigint }>('select public.goods_left_kobo($1) as kobo', [orderId])
    const back = { order_id: orderId, payer: 'vendor', reason: 'It fell off the bike' }
    const code = await readCode(buyer)
    expect((await market.call('refund-part', { ...back, goods_kobo: Number(kobo / 2n) }, { as: chief })).status).toBe(
      200,
    )
    expect(await readStop(orderId)).toMatchObject({ status: 'open' })
    const { rows } = await asPerson(market.db, rider, 'select lines from public.visible_stops where order_id = $1', [
      orderId,
    ])
    expect(rows).toMatchObject([{ lines: [{ quantity: 1 }] }])
    const rest = await market.row<{ kobo: bigint }>('select public.goods_left_kobo($1) as kobo', [orderId])
    await market.call('refund-part', { ...back, goods_kobo: Number(rest.kobo) }, { as: chief })
    expect(await readStop(orderId)).toMatchObject({ status: 'removed' })
    expect(await runStatus(runId)).toBe('ended')
    expect((await enter(handOverId, code)).status).toBe(404)
    expect((await fail(stopId, 'refused')).body.code).toBe('stop_over')
  })

  test('an address cannot change while its order is on a run', async () => {
    const { orderId, buyer } = await out()
    const input = { order_id: orderId, kind: 'pickup', pickup_point_id: hubId, address_id: null, expected_fee_kobo: 0 }
    expect((await market.call('choose-fulfilment', input, { as: buyer })).body.code).toBe('choice_closed')
    for (const sql of [
      `update public.order_addresses set street = '1 Elsewhere Road' where order_id = $1`,
      'delete from public.order_addresses where order_id = $1',
      `update public.orders set fulfilment = 'pickup' where id = $1`,
    ])
      await expect(market.db.owner.query(sql, [orderId])).rejects.toThrow('on a delivery run')
  })

  test('a rider whose membership ends loses all access at once; another rider finishes the run', async () => {
    const person = await market.person()
    const membership = await addMember(market, { person, hubId, duty: 'delivery' })
    const [one, two] = [await toSend(), await toSend()]
    const window = currentWindow()
    const { run_id } = (await plan([one.orderId, two.orderId], { rider_id: person, ...window })).body
    await start(run_id, person)
    const list = () => asPerson(market.db, person, 'select id from public.visible_stops')
    expect((await list()).count).toBe(2)
    const coordinator = await market.person({ role: 'coordinator' })
    // Refused during a run, which would be left without a rider.
    expect((await market.call('end-membership', { id: membership }, { as: coordinator })).body.code).toBe(
      'rider_is_out',
    )
    expect((await list()).count).toBe(2)
    // When a shop's vendor loses the role, the rights end anyway.
    await market.db.owner.query('update public.memberships set ended_at = clock_timestamp() where id = $1', [
      membership,
    ])
    expect((await list()).count).toBe(0)
    expect((await asPerson(market.db, person, 'select id from public.expected_hand_overs')).count).toBe(0)
    const code = await readCode(one.buyer)
    expect((await enter(one.handOverId, code, { as: person })).status).toBe(404)
    expect((await fail((await readStop(one.orderId)).id, 'refused', { as: person })).status).toBe(404)
    expect((await plan([], { run_id, ...window })).status).toBe(200)
    expect((await enter(one.handOverId, code)).status).toBe(200)
    const later = (await plan([(await toSend()).orderId], { rider_id: rider })).body.run_id
    await market.db.owner.query(`update public.memberships set ended_at = now() where person_id = $1`, [rider])
    expect((await start(later, planner)).body.code).toBe('rider_unknown')
    await market.db.owner.query(`update public.memberships set ended_at = null where person_id = $1`, [rider])
  })

  test('of two concurrent closings of the last two stops, the second ends the run', async () => {
    const { runId, sent } = await out(2)
    const [one, two] = sent
    const first = await market.db.owner.connect()
    try {
      const close = `update public.delivery_stops set status = 'removed', ended_at = clock_timestamp() where order_id = $1`
      await first.query('begin')
      await first.query(close, [one?.orderId])
      let isOver = false
      const second = market.db.owner.query(close, [two?.orderId]).finally(() => {
        isOver = true
      })
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(async () => isOver || ((await market.db.owner.query(waiting)).rowCount ?? 0) > 0).toBe(true)
      await first.query('commit')
      await second
    } finally {
      first.release()
    }
    expect(await runStatus(runId)).toBe('ended')
  })
})
