import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { withoutTriggers } from '#database/tests/setup/as-owner.ts'
import { processPayments } from '#server/settlement/process-payments.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { auditFaults } from '#server/testing/money/money-market.ts'
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

const ALONE = { min_participants: 1, price_tiers: '[]' }

async function joined() {
  const buy = await market.buy(ALONE)
  return { ...buy, one: await buys.join(buy.buyId) }
}

async function asked(people = 1) {
  const buy = await market.buy(ALONE)
  const orders = await buys.paid(buy.buyId, people)
  const { body } = await votes.ask(buy.buyId, buy.ownerId)
  return { ...buy, orders, one: orders[0] as TestOrder, riseId: body.price_rise_id as string }
}

const moveDates = (buyId: string, hours: number) =>
  withoutTriggers(market.db.owner, (client) =>
    client.query(
      `update public.group_buys set payment_due_at = now() + make_interval(hours => $2), end_date = now() + make_interval(hours => $2 - 1) where id = $1`,
      [buyId, hours],
    ),
  )

const insertRise = (buyId: string, by: string, naira = 1_000) =>
  market.moved(
    'vendor',
    `insert into public.price_rises (group_buy_id, requested_by, rise_naira, reason) values ($1, $2, $3, 'The mill raised its price')`,
    [buyId, by, naira],
  )

test('only its own shop asks', async () => {
  const { buyId, ownerId, one } = await joined()
  const otherShop = await market.shop()
  const manager = await market.manager('Lagos')
  for (const as of [one.buyer, otherShop.ownerId, manager, await market.person({ role: 'chief' })]) {
    expect((await votes.ask(buyId, as)).body.code).toBe('buy_not_found')
    await expect(insertRise(buyId, as)).rejects.toThrow('Only its own shop')
  }
  expect((await votes.ask(buyId, ownerId)).status).toBe(200)
})

test('a suspended shop does not ask, and a paused market still answers', async () => {
  const { buyId, ownerId, vendorId } = await joined()
  await market.moved('manager', `update public.vendors set status = 'suspended' where id = $1`, [vendorId])
  expect((await votes.ask(buyId, ownerId)).body.code).toBe('shop_is_suspended')
  await expect(insertRise(buyId, ownerId)).rejects.toThrow('Only its own shop')
  const other = await asked()
  await withoutTriggers(market.db.owner, (client) =>
    client.query(`update public.settings set value = '1' where key = 'pause_orders'`),
  )
  await votes.agree(other.one)
  await votes.letVoteEnd(other.buyId)
  await buys.clock()
  await withoutTriggers(market.db.owner, (client) =>
    client.query(`update public.settings set value = '0' where key = 'pause_orders'`),
  )
  expect(await market.row('select status from public.price_rises where id = $1', [other.riseId])).toEqual({
    status: 'decided',
  })
})

test('the rise is bounded by the setting, and a whole naira', async () => {
  const { buyId, ownerId } = await joined()
  for (const rise of [16_001, 0, -1, 0.5]) expect((await votes.ask(buyId, ownerId, { rise })).status).toBe(400)
  await expect(insertRise(buyId, ownerId, 16_001)).rejects.toThrow('The price rises by less')
  await withoutTriggers(market.db.owner, (client) =>
    client.query(`update public.settings set value = '1000' where key = 'price_rise_bps'`),
  )
  expect((await votes.ask(buyId, ownerId, { rise: 8_001 })).body.code).toBe('price_rise_too_high')
  expect((await votes.ask(buyId, ownerId, { rise: 8_000 })).status).toBe(200)
  await withoutTriggers(market.db.owner, (client) =>
    client.query(`update public.settings set value = '2000' where key = 'price_rise_bps'`),
  )
})

test('a shop asks once, while people are in it, with two days left to pay', async () => {
  const { buyId, ownerId } = await joined()
  await moveDates(buyId, 47)
  const late = await votes.ask(buyId, ownerId)
  expect([late.body.code, late.body.message]).toEqual([
    'price_rise_too_late',
    expect.stringContaining('cancel the group buy'),
  ])
  await expect(insertRise(buyId, ownerId)).rejects.toThrow('too little time')
  await moveDates(buyId, 49)
  const both = await Promise.all([votes.ask(buyId, ownerId), votes.ask(buyId, ownerId)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  const empty = await market.buy(ALONE)
  expect((await votes.ask(empty.buyId, empty.ownerId)).body.code).toBe('price_rise_needs_people')
  await expect(insertRise(empty.buyId, empty.ownerId)).rejects.toThrow('while people are in')
})

test('only the buyer answers, to the rise of their own buy, at the difference they saw', async () => {
  const { one, riseId } = await asked()
  const other = await asked()
  const yes = { order_id: one.orderId, price_rise_id: riseId, peps_kobo: 0, expected_kobo: 102_500 }
  const accept = (input: Record<string, unknown>, as = one.buyer) =>
    market.call('accept-higher-price', { ...yes, ...input }, { as })
  expect((await accept({}, other.one.buyer)).body.code).toBe('price_rise_not_found')
  expect((await accept({ price_rise_id: other.riseId })).body.code).toBe('price_rise_not_found')
  expect((await accept({ expected_kobo: 102_499 })).body.code).toBe('total_mismatch')
  expect((await accept({ peps_kobo: 100 })).body.code).toBe('peps_not_enough')
  await votes.letVoteEnd(other.buyId)
  expect((await votes.stay(other.one)).body.code).toBe('price_vote_over')
})

test('one payment of the difference for two tabs and a retried call, booked once', async () => {
  const { one } = await asked()
  const key = crypto.randomUUID()
  const answers = await Promise.all([votes.stay(one, { key }), votes.stay(one, { key }), votes.stay(one)])
  const ids = new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.payment.payment_id))
  expect(ids.size).toBe(1)
  const [id] = ids
  await Promise.all([votes.payAt(id), processPayments(buys.deps), buys.clock()])
  await processPayments(buys.deps)
  expect(
    await market.row(
      `select o.charged_kobo::integer as charged, (select count(*)::integer from public.price_answers a where a.order_id = o.id) as answers from public.orders o where o.id = $1`,
      [one.orderId],
    ),
  ).toEqual({ charged: one.dueKobo + 102_500, answers: 1 })
})

test('leaving while the difference is being confirmed has one outcome', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { one } = await asked()
    const { body } = await votes.stay(one)
    await Promise.all([
      votes.payAt(body.payment.payment_id),
      market.call('leave-group-buy', { order_id: one.orderId, most_charge_kobo: 0 }, { as: one.buyer }),
    ])
    expect(
      await market.row(
        `select o.status, o.returned_kobo = o.charged_kobo as all_back, a.answer from public.orders o join public.price_answers a on a.order_id = o.id where o.id = $1`,
        [one.orderId],
      ),
    ).toEqual({ status: 'refunding', all_back: true, answer: 'leave' })
  }
})

test('answers in the last second count or not, and never by half', async () => {
  const { buyId, orders } = await asked(6)
  const [first, ...others] = orders as [TestOrder, ...TestOrder[]]
  await votes.agree(first)
  const begun = await Promise.all(others.map((one) => votes.stay(one)))
  await votes.letVoteEnd(buyId)
  await Promise.all([...begun.map(({ body }) => votes.payAt(body.payment.payment_id)), buys.clock(), buys.clock()])
  await buys.clock()
  const { people } = await market.row<{ people: number }>(
    'select current_participants as people from public.group_buys where id = $1',
    [buyId],
  )
  expect(people).toBe(6)
  expect(await market.row('select status from public.price_rises where group_buy_id = $1', [buyId])).toEqual({
    status: 'decided',
  })
})

test('the database lets no ceiling rise without the yes and its money', async () => {
  const { one, buyId, riseId } = await asked()
  const unpaid = await market.person()
  const raise = (sql: string) => market.moved('buyer', sql, [one.orderId])
  await expect(raise('update public.orders set ceiling_unit_price = 81000 where id = $1')).rejects.toThrow(
    'without a yes',
  )
  const answer = (values: unknown[]) =>
    market.moved(
      'buyer',
      `insert into public.price_answers (order_id, price_rise_id, person_id, answer, former_ceiling_price, more_kobo) values ($1, $2, $3, 'stay', 80000, 102500)`,
      values,
    )
  await expect(answer([one.orderId, riseId, one.buyer])).rejects.toThrow('when the difference is paid')
  await expect(answer([one.orderId, riseId, unpaid])).rejects.toThrow('answer for their own orders')
  const { body } = await votes.stay(one)
  await expect(
    market.moved('gateway', `update public.price_payments set status = 'applied' where payment_id = $1`, [
      body.payment.payment_id,
    ]),
  ).rejects.toThrow('once the difference is paid')
  await votes.payAt(body.payment.payment_id)
  await expect(raise('update public.orders set ceiling_unit_price = 82000 where id = $1')).rejects.toThrow(
    'without a yes',
  )
  await expect(raise('update public.orders set ceiling_unit_price = 80000 where id = $1')).rejects.toThrow(
    'stays until the vote ends',
  )
  await expect(
    market.moved('buyer', `update public.price_answers set more_kobo = 1 where order_id = $1`, [one.orderId]),
  ).rejects.toThrow('An answer that counts stays')
  await expect(
    market.moved('clock', `update public.group_buys set base_price = 81000 where id = $1`, [buyId]),
  ).rejects.toThrow('fixed once somebody has joined')
  await expect(market.moved('clock', 'select public.apply_price_rise($1)', [riseId])).rejects.toThrow('vote has ended')
  await votes.letVoteEnd(buyId)
  await expect(market.moved('vendor', 'select public.apply_price_rise($1)', [riseId])).rejects.toThrow('vote has ended')
})

test('the database decides nothing while somebody has not agreed', async () => {
  const { buyId, riseId, one } = await asked(2)
  await votes.agree(one)
  await votes.letVoteEnd(buyId)
  await expect(market.moved('clock', 'select public.apply_price_rise($1)', [riseId])).rejects.toThrow('without a yes')
  await expect(
    market.moved('clock', `update public.price_rises set status = 'decided', ended_at = now() where id = $1`, [riseId]),
  ).rejects.toThrow('without a yes')
  await expect(
    market.moved('clock', 'update public.price_rises set rise_naira = 1 where id = $1', [riseId]),
  ).rejects.toThrow('stays as it is')
  await buys.clock()
})
