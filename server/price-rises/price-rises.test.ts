import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { withoutTriggers } from '#database/tests/setup/as-owner.ts'
import { identityOf } from '#platform/postgres/testing.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { auditFaults, countMails, givePeps, readBalanceKobo } from '#server/testing/money/money-market.ts'
import { paidBuys, type TestOrder } from '#server/testing/money/paid-buys.ts'
import { priceVotes } from '#server/testing/money/price-votes.ts'
import { createTestGateway } from '#server/testing/money/test-gateway.ts'

let market: TestMarket
let buys: ReturnType<typeof paidBuys>
let votes: ReturnType<typeof priceVotes>
beforeAll(async () => {
  market = await openTestMarket()
  const play = createTestGateway(market)
  buys = paidBuys(market, play)
  votes = priceVotes(market, buys, play)
})
afterEach(async () => expect(await auditFaults(market)).toEqual([]))
afterAll(() => market.close())

const REASON = 'The mill raised its price this week.'
/** 1,000 more each, and 2.5% of it. */
const MORE_KOBO = 102_500

const orderOf = (orderId: string) =>
  market.row<Record<string, unknown>>(
    `select status, ceiling_unit_price::integer as ceiling, unit_price::integer as price, charged_kobo::integer as charged, returned_kobo::integer as returned, amount_due_kobo::integer as due,
       peps_kobo::integer as peps, terms_version as terms, left_late_at, end_reason from public.orders where id = $1`,
    [orderId],
  )
const buyOf = (buyId: string) =>
  market.row<Record<string, unknown>>(
    `select base_price::integer as base, price_tiers, terms_version as terms, current_participants as people, paid_participants as paid, left_late, status from public.group_buys where id = $1`,
    [buyId],
  )
const riseOf = (buyId: string) =>
  market.row<Record<string, unknown>>(
    `select status, people, finished_at is not null as finished from public.price_rises where group_buy_id = $1`,
    [buyId],
  )
const leave = ({ orderId, buyer }: TestOrder) =>
  market.call('leave-group-buy', { order_id: orderId, most_charge_kobo: 0 }, { as: buyer })

test('one stays and pays, one stays unpaid, one leaves, and two do not answer', async () => {
  const { buyId, ownerId } = await market.buy({ min_participants: 1, price_tiers: '[]' })
  const [stays, leaves, silent] = (await buys.paid(buyId, 3)) as [TestOrder, TestOrder, TestOrder]
  const unpaid = await buys.join(buyId)
  const silentUnpaid = await buys.join(buyId)
  const asked = await votes.ask(buyId, ownerId, { reason: REASON })
  expect(asked).toMatchObject({ status: 200, body: { recipients: 5 } })
  expect(await countMails(market, 'price-rise-requested')).toBe(5)
  expect(await votes.stay(stays)).toMatchObject({ status: 200, body: { payment: { naira_kobo: MORE_KOBO } } })
  expect(await orderOf(stays.orderId)).toMatchObject({ ceiling: 80_000, charged: stays.dueKobo })
  await votes.payDifference(stays)
  expect(await orderOf(stays.orderId)).toMatchObject({ ceiling: 81_000, charged: stays.dueKobo + MORE_KOBO })
  expect(await votes.stay(unpaid)).toMatchObject({ status: 200, body: { payment: null } })
  expect(await orderOf(unpaid.orderId)).toMatchObject({ ceiling: 81_000, due: unpaid.dueKobo + MORE_KOBO })
  expect((await leave(leaves)).status).toBe(200)
  expect(await orderOf(leaves.orderId)).toMatchObject({ status: 'refunding', returned: leaves.dueKobo })
  await buys.clock()
  expect(await riseOf(buyId)).toMatchObject({ status: 'open' })
  await votes.letVoteEnd(buyId)
  await buys.clock()
  expect(await riseOf(buyId)).toEqual({ status: 'decided', people: 5, finished: true })
  expect(await buyOf(buyId)).toMatchObject({ base: 81_000, terms: 2, people: 2, paid: 1, left_late: 0 })
  expect(await orderOf(stays.orderId)).toMatchObject({ status: 'paid', price: 81_000, terms: 2 })
  expect(await orderOf(unpaid.orderId)).toMatchObject({ status: 'pending', price: 81_000, terms: 2 })
  expect(await orderOf(silent.orderId)).toMatchObject({
    status: 'refunding',
    returned: silent.dueKobo,
    end_reason: 'the price rose',
    left_late_at: null,
  })
  expect(await orderOf(silentUnpaid.orderId)).toMatchObject({ status: 'cancelled', due: 0 })
  expect(await countMails(market, 'price-rise-left')).toBe(2)
  expect(await countMails(market, 'price-rise-decided')).toBe(2)
  await buys.pay({ ...unpaid, dueKobo: unpaid.dueKobo + MORE_KOBO })
  await buys.letTimePass(buyId, 1)
  await buys.clock()
  expect(await orderOf(stays.orderId)).toMatchObject({ status: 'confirmed', price: 81_000, returned: 0 })
  await buys.letRefundsArrive()
  expect(await orderOf(leaves.orderId)).toMatchObject({ status: 'refunded' })
})

test('the question waits for the buyer until they have answered', async () => {
  const { buyId, ownerId } = await market.buy({ min_participants: 1, price_tiers: '[]' })
  const [one] = (await buys.paid(buyId, 1)) as [TestOrder]
  const waits = async () =>
    (
      await market.db.database.as(identityOf(one.buyer), (tx) =>
        tx.query(`select status, waiter, amount from public.waiting where subject = 'price_rise'`),
      )
    ).rows
  const questions = async () =>
    (await market.db.database.as(identityOf(one.buyer), (tx) => tx.query('select * from public.own_price_questions()')))
      .rows
  expect(await waits()).toEqual([])
  await votes.ask(buyId, ownerId)
  expect(await waits()).toEqual([{ status: 'open', waiter: 'buyer', amount: 1 }])
  expect(await questions()).toHaveLength(1)
  await votes.agree(one)
  expect(await waits()).toEqual([])
  expect(await questions()).toEqual([])
})

test('people who have not answered are reminded once, four hours before the end', async () => {
  const { buyId, ownerId } = await market.buy({ min_participants: 1, price_tiers: '[]' })
  const [one] = (await buys.paid(buyId, 3)) as [TestOrder]
  await votes.ask(buyId, ownerId)
  await votes.agree(one)
  const reminded = () => countMails(market, 'price-rise-reminder')
  await buys.clock()
  expect(await reminded()).toBe(0)
  await withoutTriggers(market.db.owner, (client) =>
    client.query(`update public.price_rises set ends_at = now() + interval '4 hours' where group_buy_id = $1`, [buyId]),
  )
  await Promise.all([buys.clock(), buys.clock()])
  await buys.clock()
  expect(await reminded()).toBe(2)
})

test('the clock goes on where a killed run stopped, and decides once', async () => {
  const { buyId, ownerId } = await market.buy({ min_participants: 1, price_tiers: '[]' })
  const [first, second] = (await buys.paid(buyId, 2)) as [TestOrder, TestOrder]
  await votes.ask(buyId, ownerId)
  await votes.agree(first)
  await votes.letVoteEnd(buyId)
  await Promise.all([buys.clock(), buys.clock(), buys.clock()])
  await buys.clock()
  expect(await buyOf(buyId)).toMatchObject({ base: 81_000, terms: 2, people: 1 })
  expect(await orderOf(second.orderId)).toMatchObject({ status: 'refunding', returned: second.dueKobo })
  expect(await orderOf(first.orderId)).toMatchObject({ price: 81_000, terms: 2 })
})

test('nobody joins, grows, takes less or pays unanswered while people answer', async () => {
  const { buyId, ownerId } = await market.buy({ min_participants: 1, price_tiers: '[]' })
  const one = await buys.join(buyId, { quantity: 3 })
  await votes.ask(buyId, ownerId)
  const join = (as: string) => market.call('join-group-buy', { group_buy_id: buyId, quantity: 1 }, { as })
  expect((await join(await market.person())).body.code).toBe('price_vote_open')
  expect((await join(one.buyer)).body.code).toBe('price_vote_open')
  const { updated_at } = await market.row<{ updated_at: Date }>('select updated_at from public.orders where id = $1', [
    one.orderId,
  ])
  const less = { order_id: one.orderId, product_id: null, quantity: 1, updated_at: updated_at.toISOString() }
  expect((await market.call('reduce-order', less, { as: one.buyer })).status).toBe(409)
  const pay = { order_ids: [one.orderId], peps_kobo: 0, expected_kobo: one.dueKobo, return_to: null }
  expect((await market.call('pay-orders', pay, { as: one.buyer })).body.code).toBe('price_answer_needed')
  await expect(
    market.db.owner.query('update public.orders set quantity = 4, total_amount = 320000 where id = $1', [one.orderId]),
  ).rejects.toThrow('Nobody joins meanwhile')
})

test('an offer from the waiting list waits, and is made again at the new price', async () => {
  const { buyId, ownerId } = await market.buy({ target_quantity: 2, min_participants: 1, price_tiers: '[]' })
  const [stays, leaves] = (await buys.paid(buyId, 1)).concat(await buys.join(buyId)) as [TestOrder, TestOrder]
  const waiter = await market.person()
  expect((await market.call('join-waiting-list', { group_buy_id: buyId, quantity: 1 }, { as: waiter })).status).toBe(
    200,
  )
  await votes.ask(buyId, ownerId)
  await leave(leaves)
  const waits = () => market.row('select status from public.buy_waits where group_buy_id = $1', [buyId])
  expect(await waits()).toEqual({ status: 'waiting' })
  await votes.agree(stays)
  await votes.letVoteEnd(buyId)
  await buys.clock()
  expect(await waits()).toEqual({ status: 'offered' })
  const { body } = await market.call('join-group-buy', { group_buy_id: buyId, quantity: 1 }, { as: waiter })
  expect(body.order.ceiling_unit_price).toBe(81_000)
})

test('the shop withdraws: the old price applies, and what was paid above it comes back', async () => {
  const { buyId, ownerId } = await market.buy({ min_participants: 1, price_tiers: '[]' })
  const [paid, silent] = (await buys.paid(buyId, 2)) as [TestOrder, TestOrder]
  const unpaid = await buys.join(buyId)
  const withPeps = (await buys.paid(buyId, 1))[0] as TestOrder
  await givePeps(market, withPeps.buyer, 200_000)
  const riseId = (await votes.ask(buyId, ownerId)).body.price_rise_id
  await votes.agree(paid)
  await votes.stay(unpaid)
  expect(await votes.stay(withPeps, { pepsKobo: MORE_KOBO })).toMatchObject({
    body: { payment: { status: 'succeeded' } },
  })
  expect(await readBalanceKobo(market, 'peps', withPeps.buyer)).toBe(200_000n - BigInt(MORE_KOBO))
  const withdraw = () => market.call('withdraw-higher-price', { price_rise_id: riseId }, { as: ownerId })
  expect((await market.call('withdraw-higher-price', { price_rise_id: riseId }, { as: paid.buyer })).status).toBe(404)
  expect((await withdraw()).status).toBe(200)
  expect((await withdraw()).body.code).toBe('price_vote_over')
  await buys.clock()
  await buys.clock()
  expect(await riseOf(buyId)).toMatchObject({ status: 'withdrawn', finished: true })
  expect(await orderOf(paid.orderId)).toMatchObject({ ceiling: 80_000, returned: MORE_KOBO, status: 'paid' })
  expect(await orderOf(unpaid.orderId)).toMatchObject({ ceiling: 80_000, due: unpaid.dueKobo })
  expect(await orderOf(silent.orderId)).toMatchObject({ ceiling: 80_000, returned: 0, status: 'paid' })
  expect(await readBalanceKobo(market, 'peps', withPeps.buyer)).toBe(200_000n)
  expect(await countMails(market, 'price-rise-withdrawn')).toBe(4)
  expect((await votes.ask(buyId, ownerId)).body.code).toBe('price_rise_used')
  await buys.pay(unpaid)
  await buys.letTimePass(buyId, 1)
  await buys.clock()
  expect(await orderOf(paid.orderId)).toMatchObject({ status: 'confirmed', price: 80_000, returned: MORE_KOBO })
})

test('a yes may become a no until the end, with everything back, and not after it', async () => {
  const { buyId, ownerId } = await market.buy({ min_participants: 1, price_tiers: '[]' })
  const [one, other] = (await buys.paid(buyId, 2)) as [TestOrder, TestOrder]
  await votes.ask(buyId, ownerId)
  await votes.agree(one)
  await votes.agree(other)
  expect((await votes.stay(one)).body.code).toBe('price_accepted')
  await withoutTriggers(market.db.owner, (client) =>
    client.query(`update public.group_buys set end_date = now() + interval '2 hours' where id = $1`, [buyId]),
  )
  await withoutTriggers(market.db.owner, (client) =>
    client.query(`update public.orders set paid_at = now() - interval '2 hours' where group_buy_id = $1`, [buyId]),
  )
  expect((await leave(one)).status).toBe(200)
  expect(await orderOf(one.orderId)).toMatchObject({
    status: 'refunding',
    returned: one.dueKobo + MORE_KOBO,
    left_late_at: null,
  })
  await votes.letVoteEnd(buyId)
  expect((await leave(other)).body.code).toBe('leaving_costs_more')
  await buys.clock()
  expect(await buyOf(buyId)).toMatchObject({ people: 1, left_late: 0 })
})

test('money for the difference that arrives after leaving, or after the decision, goes back', async () => {
  const { buyId, ownerId } = await market.buy({ min_participants: 1, price_tiers: '[]' })
  const [leaver, late, stays] = (await buys.paid(buyId, 3)) as [TestOrder, TestOrder, TestOrder]
  await votes.ask(buyId, ownerId)
  await votes.agree(stays)
  const first = (await votes.stay(leaver)).body.payment.payment_id
  const second = (await votes.stay(late)).body.payment.payment_id
  expect((await leave(leaver)).status).toBe(200)
  await votes.payAt(first)
  await votes.letVoteEnd(buyId)
  // It was begun before the end, so the clock waits for it, half an hour at most.
  await buys.clock()
  expect(await riseOf(buyId)).toMatchObject({ status: 'open' })
  await market.db.owner.query(`update public.payments set expires_at = now() - interval '1 second' where id = $1`, [
    second,
  ])
  await buys.clock()
  expect(await riseOf(buyId)).toMatchObject({ status: 'decided' })
  await votes.payAt(second)
  for (const [order, id] of [
    [leaver, first],
    [late, second],
  ] as const) {
    expect(await orderOf(order.orderId)).toMatchObject({ returned: order.dueKobo, charged: order.dueKobo })
    expect(
      await market.row('select amount_kobo::integer as kobo, reason from public.refunds where payment_id = $1', [id]),
    ).toEqual({
      kobo: MORE_KOBO,
      reason: 'not_payable',
    })
  }
})

test('a cancelled buy ends the vote, and everything comes back', async () => {
  const { buyId, ownerId } = await market.buy({ min_participants: 1, price_tiers: '[]' })
  const [one] = (await buys.paid(buyId, 1)) as [TestOrder]
  await votes.ask(buyId, ownerId)
  await votes.agree(one)
  const cancel = { group_buy_id: buyId, reason: 'The lorry broke down' }
  expect((await market.call('cancel-group-buy', cancel, { as: ownerId })).status).toBe(200)
  await buys.clock()
  expect(await riseOf(buyId)).toMatchObject({ status: 'withdrawn', finished: true })
  expect(await orderOf(one.orderId)).toMatchObject({ status: 'refunding', returned: one.dueKobo + MORE_KOBO })
})
