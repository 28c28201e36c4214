import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

const counts = (buyId: string) =>
  market.row('select current_quantity, current_participants from public.group_buys where id = $1', [buyId])

async function joined(quantity = 2) {
  const { buyId, ownerId } = await market.buy()
  const buyer = await market.person()
  const { body } = await market.call('join-group-buy', { group_buy_id: buyId, quantity }, { as: buyer })
  return { buyId, ownerId, buyer, orderId: body.order.id as string }
}

test('leaving frees the places in the same transaction, and joining again is allowed', async () => {
  const { buyId, buyer, orderId } = await joined()
  const left = await market.call('leave-group-buy', { order_id: orderId }, { as: buyer })
  expect(left).toMatchObject({ status: 200, body: { order: { status: 'cancelled', amount_due_kobo: 0 } } })
  expect(await counts(buyId)).toEqual({ current_quantity: 0, current_participants: 0 })
  const again = await market.call('join-group-buy', { group_buy_id: buyId, quantity: 1 }, { as: buyer })
  expect(again.body.order.id).not.toBe(orderId)
})

test('only the buyer can leave, and only once', async () => {
  const { buyId, buyer, orderId } = await joined()
  const otherUser = await market.person()
  expect((await market.call('leave-group-buy', { order_id: orderId }, { as: otherUser })).status).toBe(404)
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => market.call('leave-group-buy', { order_id: orderId }, { as: buyer })),
  )
  expect(responses.filter((answer) => answer.status === 200)).toHaveLength(1)
  expect(await counts(buyId)).toEqual({ current_quantity: 0, current_participants: 0 })
})

test('refuses to leave after the window has closed', async () => {
  const { buyId, buyer, orderId } = await joined()
  await market.db.owner.query(`update public.group_buys set end_date = now() - interval '1 second' where id = $1`, [
    buyId,
  ])
  expect(await market.call('leave-group-buy', { order_id: orderId }, { as: buyer })).toMatchObject({
    status: 409,
    body: { code: 'leaving_closed' },
  })
})

test('counts match the orders after concurrent joins and leaves', async () => {
  const { buyId } = await market.buy({ target_quantity: 40 })
  const people = await Promise.all(Array.from({ length: 60 }, () => market.person()))
  await Promise.all(
    people.map(async (as, index) => {
      const { status, body } = await market.call('join-group-buy', { group_buy_id: buyId, quantity: 1 }, { as })
      if (status === 200 && index % 2 === 0) await market.call('leave-group-buy', { order_id: body.order.id }, { as })
    }),
  )
  const sums = await market.row(
    `select sum(quantity)::integer as current_quantity, count(distinct user_id)::integer as current_participants
     from public.orders where group_buy_id = $1 and status = 'pending'`,
    [buyId],
  )
  expect(await counts(buyId)).toEqual(sums)
  expect(market.faults).toEqual([])
})

test('concurrent leaves and joins of the same users cause no fault', async () => {
  const { buyId } = await market.buy({ target_quantity: 200 })
  const people = await Promise.all(Array.from({ length: 12 }, () => market.person()))
  const join = (as: string) => market.call('join-group-buy', { group_buy_id: buyId, quantity: 1 }, { as })
  const responses = await Promise.all(
    people.map(async (as) => {
      const { body } = await join(as)
      const leave = () => market.call('leave-group-buy', { order_id: body.order.id }, { as })
      return Promise.all([leave(), join(as), leave(), join(as), leave()])
    }),
  )
  expect(new Set(responses.flat().map(({ status }) => status))).toEqual(new Set([200, 409]))
  // The lock order is fixed, so no transaction was retried.
  expect(
    await market.row('select deadlocks::integer from pg_stat_database where datname = current_database()'),
  ).toEqual({
    deadlocks: 0,
  })
  expect(market.faults).toEqual([])
})

test('the vendor cancels: orders end, stock returns, all buyers are notified; other users cannot', async () => {
  const { buyId, ownerId, orderId } = await joined()
  const otherUser = await market.person()
  const cancel = (as: string) =>
    market.call('cancel-group-buy', { group_buy_id: buyId, reason: 'The harvest was lost' }, { as })
  expect((await cancel(otherUser)).status).toBe(404)
  expect(await cancel(ownerId)).toMatchObject({
    status: 200,
    body: { group_buy: { status: 'cancelled', current_quantity: 0 } },
  })
  expect(await market.row('select status from public.orders where id = $1', [orderId])).toEqual({ status: 'cancelled' })
  expect(
    await market.row(
      'select p.available_quantity from public.products p join public.group_buys g on g.product_id = p.id where g.id = $1',
      [buyId],
    ),
  ).toEqual({ available_quantity: 1000 })
  expect(await market.row(`select count(*)::integer as mails from mail.messages where kind = 'buy-cancelled'`)).toEqual(
    { mails: 1 },
  )
})

test('within 24 hours of the end only staff may cancel', async () => {
  const { buyId, ownerId } = await joined()
  await market.db.owner.query(`update public.group_buys set end_date = now() + interval '23 hours' where id = $1`, [
    buyId,
  ])
  const cancel = (as: string) =>
    market.call('cancel-group-buy', { group_buy_id: buyId, reason: 'The harvest was lost' }, { as })
  expect((await cancel(ownerId)).status).toBe(409)
  expect((await cancel(await market.person({ role: 'coordinator' }))).status).toBe(200)
})
