import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { asPerson } from '#database/tests/setup/as-person.ts'
import { completeHandOver, openHandOverId } from '#server/testing/goods/hand-over.ts'
import { logUnansweredCalls, makeUncollected, stockpileAt } from '#server/testing/goods/holding.ts'
import { createAddress, createHub, createZone } from '#server/testing/goods/places.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { bankEntry, raiseAmountLimits } from '#server/testing/money/amounts.ts'
import { auditFaults, countMails, givePeps, readBalanceKobo } from '#server/testing/money/money-market.ts'
import { paidBuys } from '#server/testing/money/paid-buys.ts'
import { releaseHandOvers } from '../release-hand-overs.ts'

let market: TestMarket
let vendorId: string
let ownerId: string
let coordinator: string
const orders: { orderId: string; buyer: string }[] = []
beforeAll(async () => {
  market = await openTestMarket()
  await raiseAmountLimits(market)
  const place = await createHub(market)
  await createZone(market)
  coordinator = await market.person({ role: 'coordinator' })
  const made = await paidBuys(market).settled(14, { quantity: 4 })
  await market.db.owner.query(`update public.products set category = 'grains'`)
  ;({ vendorId, ownerId } = made)
  for (const one of made.orders) await stockpileAt(market, one.orderId, place)
  orders.push(...made.orders)
})
afterEach(async () => expect(await auditFaults(market)).toEqual([]))
afterAll(() => market.close())

/** An order of four units whose grace period is over. */
async function left() {
  const one = orders.pop()
  if (!one) throw new Error('No order is left')
  const handOverId = await makeUncollected(market, one.orderId)
  return { ...one, handOverId }
}
type Left = Awaited<ReturnType<typeof left>>

const decide = (one: Left, request: Record<string, unknown>, as = coordinator) =>
  market.call(
    'decide-uncollected',
    {
      order_id: one.orderId,
      hand_over_id: one.handOverId,
      proceeds_kobo: 0,
      reason: 'Agreed with the buyer by phone',
      ...request,
    },
    { as },
  )
const sell = (one: Left, proceeds_kobo = 20_000_000, as = coordinator) =>
  decide(one, { decision: 'resale', proceeds_kobo, money_at: 'bank', bank_entry: bankEntry() }, as)
const prefer = (one: Left, what: string | null, as = one.buyer) =>
  market.call('choose-uncollected-outcome', { order_id: one.orderId, preferred_outcome: what }, { as })
const caseOf = (one: Left) =>
  market.row<Record<string, unknown>>(
    `select outcome, proceeds_kobo::integer as proceeds, handling_kobo::integer as handling, returned_kobo::integer as back, refund_id is not null as has_refund
     from public.uncollected where order_id = $1`,
    [one.orderId],
  )
const statusOf = async (one: Left) =>
  (await market.row<{ status: string }>('select status from public.orders where id = $1', [one.orderId])).status
const units = async (one: Left, quantity: number) => {
  const { id } = await market.row<{ id: string }>('select id from public.order_lines where order_id = $1', [
    one.orderId,
  ])
  return [{ line_id: id, quantity }]
}

describe('goods that are sold for their buyer', () => {
  test('refund the proceeds less the handling fee to the source, and the vendor is paid', async () => {
    const one = await left()
    expect((await prefer(one, 'resale')).status).toBe(200)
    const before = await readBalanceKobo(market, 'vendor', vendorId)
    const handling = await readBalanceKobo(market, 'handling')
    expect((await sell(one)).body).toEqual({ order_id: one.orderId, returned_kobo: 18_000_000, is_waiting: false })
    expect(await caseOf(one)).toEqual({
      outcome: 'resale',
      proceeds: 20_000_000,
      handling: 2_000_000,
      back: 18_000_000,
      has_refund: true,
    })
    expect((await readBalanceKobo(market, 'handling')) - handling).toBe(2_000_000n)
    expect(
      await market.row(
        'select reason, amount_kobo::integer as kobo from public.refunds where order_id = $1 and reason = $2',
        [one.orderId, 'resale'],
      ),
    ).toEqual({ reason: 'resale', kobo: 18_000_000 })
    await releaseHandOvers(market.db.database)
    expect(await statusOf(one)).toBe('completed')
    const { goods } = await market.row<{ goods: bigint }>(
      'select (total_amount * 100)::bigint as goods from public.orders where id = $1',
      [one.orderId],
    )
    expect((await readBalanceKobo(market, 'vendor', vendorId)) - before).toBe((goods * 95n) / 100n)
    expect(await readBalanceKobo(market, 'escrow', one.orderId)).toBe(0n)
  })

  test('for more than was paid refund the excess in PEPS', async () => {
    const one = await left()
    await prefer(one, 'resale')
    const { paid } = await market.row<{ paid: bigint }>(
      'select charged_kobo - returned_kobo as paid from public.orders where id = $1',
      [one.orderId],
    )
    const proceeds = Number(paid) * 2
    // Unusually high, so it needs a second approval.
    expect((await sell(one, proceeds)).body).toEqual({ order_id: one.orderId, returned_kobo: 0, is_waiting: true })
    const { id } = await market.row<{ id: string }>('select id from public.typed_amounts where subject_id = $1', [
      one.orderId,
    ])
    const agreed = await market.call(
      'decide-amount',
      { amount_id: id, agree: true, note: 'A hotel needed it that night' },
      { as: await market.person({ role: 'coordinator' }) },
    )
    expect(agreed.body).toEqual({ amount_id: id, status: 'done' })
    const { rows } = await asPerson(
      market.db,
      one.buyer,
      `select order_id from public.own_peps where kind = 'resale_as_peps'`,
    )
    expect(rows).toEqual([{ order_id: one.orderId }])
    expect(await caseOf(one)).toMatchObject({ proceeds, back: Math.ceil(proceeds * 0.9) })
    expect(await readBalanceKobo(market, 'peps', one.buyer)).toBe(BigInt(Math.ceil(proceeds * 0.9)) - paid)
  })

  test('are sold without consent only after unanswered calls on two days, and never against the buyer’s choice', async () => {
    const one = await left()
    expect((await sell(one)).body.code).toBe('not_agreed')
    const call = (answered: string) =>
      market.call('log-call', { order_id: one.orderId, answered, note: 'It rang and rang' }, { as: coordinator })
    expect((await call('no')).status).toBe(200)
    expect((await call('no')).status).toBe(200)
    // Two calls on one day count as one day.
    expect((await sell(one)).body.code).toBe('not_agreed')
    await expect(
      force(one, `outcome = 'resale', proceeds_kobo = 2, handling_kobo = 1, returned_kobo = 1`),
    ).rejects.toThrow('has not agreed')
    await logUnansweredCalls(market, one.orderId, coordinator)
    await prefer(one, 'donation')
    expect((await sell(one)).body.code).toBe('not_agreed')
    await prefer(one, null)
    expect((await sell(one)).status).toBe(200)
    const other = await left()
    await logUnansweredCalls(market, other.orderId, coordinator)
    await market.call(
      'log-call',
      { order_id: other.orderId, answered: 'yes', note: 'Comes on Friday' },
      { as: coordinator },
    )
    expect((await sell(other)).body.code).toBe('not_agreed')
  })
})

/** Bypasses the command, like a program that forgets the rule. */
function force(one: Left, set: string) {
  return market.db.owner.query(
    `update public.uncollected set ${set}, closed_at = now(), hand_over_id = $2, decided_by = $3, reason = 'Because I say so' where order_id = $1`,
    [one.orderId, one.handOverId, coordinator],
  )
}

test('goods are given away only with the buyer’s consent', async () => {
  const one = await left()
  await logUnansweredCalls(market, one.orderId, coordinator)
  expect((await decide(one, { decision: 'donation' })).body.code).toBe('not_agreed')
  await expect(force(one, `outcome = 'donation'`)).rejects.toThrow('has not agreed')
  expect((await prefer(one, 'donation', coordinator)).body.code).toBe('order_not_found')
  expect((await prefer(one, 'donation')).status).toBe(200)
  const mails = await countMails(market, 'uncollected-decided')
  expect((await decide(one, { decision: 'donation', proceeds_kobo: 5 })).status).toBe(400)
  expect((await decide(one, { decision: 'donation' })).status).toBe(200)
  expect(await countMails(market, 'uncollected-decided')).toBe(mails + 1)
  expect(await caseOf(one)).toMatchObject({ outcome: 'donation', back: null })
  expect((await prefer(one, 'resale')).body.code).toBe('decided_already')
  expect((await decide(one, { decision: 'donation' })).body.code).toBe('decided_already')
  await expect(
    market.db.owner.query('delete from public.uncollected where order_id = $1', [one.orderId]),
  ).rejects.toThrow('stays on record')
  await expect(
    market.db.owner.query(`update public.uncollected set reason = 'Something else then' where order_id = $1`, [
      one.orderId,
    ]),
  ).rejects.toThrow('was decided')
})

test('only perishables can be closed as spoiled, after a call', async () => {
  const one = await left()
  expect((await decide(one, { decision: 'spoiled' })).body.code).toBe('not_agreed')
  await expect(force(one, `outcome = 'spoiled'`)).rejects.toThrow('has not agreed')
})

test('a party to the case, staff of another state or people without the right may not decide', async () => {
  const one = await left()
  await prefer(one, 'donation')
  const helper = await market.person({ role: 'coordinator' })
  await market.db.owner.query(
    `insert into public.memberships (person_id, vendor_id, duty) values ($1, $2, 'hand-over')`,
    [helper, vendorId],
  )
  const [parties, strangers] = [
    [one.buyer, ownerId, helper],
    [await market.person(), await market.manager('Kano')],
  ]
  for (const as of [...parties, ...strangers]) {
    const code = parties.includes(as) ? 'own_case' : 'not_found'
    expect((await decide(one, { decision: 'donation' }, as)).body.code).toBe(code)
    expect(
      (await market.call('log-call', { order_id: one.orderId, answered: 'no', note: 'Rang' }, { as })).body.code,
    ).toBe(code)
  }
  await expect(
    market.db.owner.query(
      `update public.uncollected set outcome = 'donation', closed_at = now(), hand_over_id = $2, decided_by = $3, reason = 'Because I say so' where order_id = $1`,
      [one.orderId, one.handOverId, one.buyer],
    ),
  ).rejects.toThrow('own case')
  expect((await decide(one, { decision: 'donation' }, await market.manager('Lagos'))).status).toBe(200)
})

test('no record is created before the deadline, and no hand-over is completed without a decision', async () => {
  const one = orders.pop() ?? { orderId: '', buyer: '' }
  await market.moved('vendor', `update public.orders set status = 'ready', ready_at = now() where id = $1`, [
    one.orderId,
  ])
  await expect(
    market.db.owner.query(
      `insert into public.uncollected (order_id, buyer_id, vendor_id, kind, perishes, due_until) values ($1, $2, $3, 'stockpile', false, now())`,
      [one.orderId, one.buyer, vendorId],
    ),
  ).rejects.toThrow('still has time')
  await expect(
    market.db.owner.query(
      `update public.hand_overs set status = 'done', done_at = now(), proof = 'decision', claim_until = now(), handled_by = $2 where id = $1`,
      [await openHandOverId(market, one.orderId), coordinator],
    ),
  ).rejects.toThrow('only by a decision')
})

test('a part collected while staff decide is not sold; the rest is, once', async () => {
  const one = await left()
  await prefer(one, 'resale')
  const tries = await Promise.all([
    completeHandOver(market, one.orderId, await units(one, 1)).then(
      () => 'taken',
      () => 'late',
    ),
    ...[1, 2, 3].map(() => sell(one).then(({ status, body }) => (status === 200 ? 'sold' : body.code))),
  ])
  const handOverId = await openHandOverId(market, one.orderId)
  if (tries.includes('sold')) {
    expect(tries.filter((answer) => answer === 'sold')).toHaveLength(1)
    expect([tries[0], handOverId]).toEqual(['late', undefined])
  } else {
    expect(tries).toEqual(['taken', 'conflict', 'conflict', 'conflict'])
    expect((await sell({ ...one, handOverId })).status).toBe(200)
  }
  const { taken } = await market.row<{ taken: number }>(
    `select sum(h.quantity)::integer as taken from public.hand_over_lines h join public.order_lines l on l.id = h.line_id where l.order_id = $1`,
    [one.orderId],
  )
  expect(taken).toBe(4)
})

test('goods that are collected late leave the list, and their record stays', async () => {
  const one = await left()
  await completeHandOver(market, one.orderId, await units(one, 3))
  expect(await caseOf(one)).toMatchObject({ outcome: null })
  await completeHandOver(market, one.orderId)
  expect(await caseOf(one)).toMatchObject({ outcome: 'collected' })
})

describe('delivery instead', () => {
  const toDoor = async (one: { orderId: string; buyer: string }, fee = 150_000) =>
    market.call(
      'pay-difference',
      {
        order_id: one.orderId,
        peps_kobo: fee,
        expected_kobo: fee,
        address_id: await createAddress(market, one.buyer),
      },
      { as: one.buyer },
    )

  test('can be chosen at any time for the fee; goods collected before earn none of it', async () => {
    const one = await left()
    await completeHandOver(market, one.orderId, await units(one, 1))
    expect((await toDoor(one)).body.code).toBe('peps_not_enough')
    await givePeps(market, one.buyer, 200_000)
    expect((await toDoor(one, 100_000)).body.code).toBe('total_mismatch')
    expect((await toDoor(one)).status).toBe(200)
    expect(await caseOf(one)).toMatchObject({ outcome: 'delivery' })
    expect(await readBalanceKobo(market, 'peps', one.buyer)).toBe(50_000n)
    const income = await readBalanceKobo(market, 'delivery')
    const pass = async () => {
      await market.db.owner.query(
        `update public.hand_overs set claim_until = now() where order_id = $1 and status = 'done' and released_at is null`,
        [one.orderId],
      )
      await releaseHandOvers(market.db.database)
    }
    await pass()
    expect(await readBalanceKobo(market, 'delivery')).toBe(income)
    expect((await decide(one, { decision: 'donation' })).body.code).toBe('decided_already')
    await completeHandOver(market, one.orderId)
    await pass()
    expect((await readBalanceKobo(market, 'delivery')) - income).toBe(150_000n)
    expect(await statusOf(one)).toBe('completed')
  })

  test('is refunded with its fee if the goods are missing', async () => {
    const one = await left()
    await completeHandOver(market, one.orderId, await units(one, 1))
    await givePeps(market, one.buyer, 150_000)
    expect((await toDoor(one)).status).toBe(200)
    const chief = await market.person({ role: 'chief' })
    const { kobo } = await market.row<{ kobo: number }>('select public.goods_left_kobo($1)::integer as kobo', [
      one.orderId,
    ])
    const back = await market.call(
      'refund-part',
      { order_id: one.orderId, goods_kobo: kobo, payer: 'vendor', reason: 'The bags got wet on the way' },
      { as: chief },
    )
    expect(back.body.returned_kobo).toBe(kobo + Math.floor(kobo * 0.025) + 150_000)
    await market.db.owner.query(
      `update public.hand_overs set claim_until = now() where order_id = $1 and status = 'done'`,
      [one.orderId],
    )
    await releaseHandOvers(market.db.database)
    expect([await statusOf(one), await readBalanceKobo(market, 'escrow', one.orderId)]).toEqual(['completed', 0n])
  })

  test('during a concurrent collection: one comes first, and nothing is handed over twice', async () => {
    const one = await left()
    await givePeps(market, one.buyer, 150_000)
    const [taken, moved] = await Promise.all([
      completeHandOver(market, one.orderId).then(
        () => true,
        () => false,
      ),
      toDoor(one).then(({ status }) => status),
    ])
    const { fulfilment } = await market.row<{ fulfilment: string }>(
      'select fulfilment from public.orders where id = $1',
      [one.orderId],
    )
    expect([taken, moved === 200 && fulfilment === 'delivery']).toContain(true)
    expect(await statusOf(one)).toBe(taken ? (fulfilment === 'delivery' ? 'delivered' : 'collected') : 'ready')
  })
})

test('capacity of a place is released as parts are collected', async () => {
  const one = orders.pop() ?? { orderId: '', buyer: '' }
  const kg = async () =>
    Number(
      (
        await market.row<{ kg: string }>(
          'select public.stockpiled_kg(pickup_point_id) as kg from public.orders where id = $1',
          [one.orderId],
        )
      ).kg,
    )
  await market.moved('vendor', `update public.orders set status = 'ready', ready_at = now() where id = $1`, [
    one.orderId,
  ])
  const before = await kg()
  await completeHandOver(market, one.orderId, await units({ ...one, handOverId: '' }, 3))
  expect(before - (await kg())).toBe(15)
})
