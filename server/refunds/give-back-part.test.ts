import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { queryWithCause, withoutTriggers } from '#database/tests/setup/as-owner.ts'
import { releaseHandOver } from '#server/hand-overs/release-hand-over.ts'
import { CLOCK } from '#server/identities.ts'
import { fileClaim, handOver } from '#server/testing/goods/handed-over.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { raiseAmountLimits } from '#server/testing/money/amounts.ts'
import { auditFaults, readBalanceKobo } from '#server/testing/money/money-market.ts'
import { paidBuys, type TestOrder } from '#server/testing/money/paid-buys.ts'
import { addBankAccount, createProvenSession } from '#server/testing/money/shop-money.ts'

let market: TestMarket
let vendorId: string
let ownerId: string
let handler: string
let chief: string
const orders: TestOrder[] = []
function nextOrder(): TestOrder {
  const order = orders.pop()
  if (!order) throw new Error('More orders are needed than people have paid for')
  return order
}
/** A settled buy at ₦80,000, with ₦82,000 paid per order. */
beforeAll(async () => {
  market = await openTestMarket()
  await raiseAmountLimits(market)
  const made = await paidBuys(market).settled(16, { buy: { price_tiers: '[]' } })
  vendorId = made.vendorId
  ownerId = made.ownerId
  orders.push(...made.orders)
  handler = await market.person()
  chief = await market.person({ role: 'chief' })
})
afterEach(async () => expect(await auditFaults(market)).toEqual([]))
afterAll(() => market.close())

const giveBack = (orderId: string, goods_kobo: number, more: Record<string, unknown> = {}, as = ownerId) =>
  market.call('give-back-part', { order_id: orderId, goods_kobo, reason: 'One paint bucket was torn', ...more }, { as })

const order = (id: string) =>
  market.row<{ status: string; returned: string; back: string }>(
    'select status, returned_kobo::text as returned, returned_goods_kobo::text as back from public.orders where id = $1',
    [id],
  )
const balance = (account: string, id: string) => readBalanceKobo(market, account, id).then(Number)

test('a shop sees what comes back and then gives it back from the held money, once', async () => {
  const { orderId } = nextOrder()
  const seen = await giveBack(orderId, 800_000, { expected_kobo: 0 })
  expect([seen.status, seen.body.code, seen.body.details]).toMatchObject([
    409,
    'refund_to_confirm',
    {
      returned_kobo: 820_000,
      fee_kobo: 20_000,
      refund_kobo: 820_000,
      left_kobo: 7_200_000,
      held_kobo: 800_000,
      loss_kobo: 0,
    },
  ])
  expect(await order(orderId)).toMatchObject({ returned: '0' })
  const key = crypto.randomUUID()
  const body = { order_id: orderId, goods_kobo: 800_000, reason: 'One paint bucket was torn', expected_kobo: 820_000 }
  for (const _ of [1, 2]) {
    const answer = await market.call('give-back-part', body, { as: ownerId, key })
    expect([answer.status, answer.body.returned_kobo]).toEqual([200, 820_000])
  }
  expect(await order(orderId)).toEqual({ status: 'confirmed', returned: '820000', back: '800000' })
  expect(await balance('escrow', orderId)).toBe(8_200_000 - 820_000)
  expect(
    await market.row(
      `select payer, created_by, amount_id, loss_kobo::integer as loss from public.partial_refunds where order_id = $1`,
      [orderId],
    ),
  ).toEqual({ payer: 'vendor', created_by: ownerId, amount_id: null, loss: 0 })
  // A press on a page from before it is shown the new figures, because the rest is different.
  expect((await giveBack(orderId, 7_200_001, { expected_kobo: 1 })).body.code).toBe('more_than_is_left')
})

test('money goes back the way it came: to the source above ₦5,000, and no further than the order', async () => {
  const { orderId } = nextOrder()
  await giveBack(orderId, 800_000)
  expect(
    await market.row(
      'select f.to_account_number, p.user_id = o.user_id as is_payer from public.refunds f join public.payments p on p.id = f.payment_id join public.orders o on o.id = f.order_id where f.order_id = $1',
      [orderId],
    ),
  ).toEqual({ to_account_number: null, is_payer: true })
  expect((await giveBack(orderId, 7_200_000)).status).toBe(200)
  expect(await order(orderId)).toMatchObject({ status: 'refunding', back: '8000000' })
})

test('other people and other shops give nothing back', async () => {
  const { orderId, buyer } = nextOrder()
  const other = await market.shop()
  for (const as of [buyer, other.ownerId, chief, handler])
    expect((await giveBack(orderId, 100, {}, as)).status).toBe(404)
  expect(await order(orderId)).toMatchObject({ returned: '0' })
})

test('only money that was not paid out yet, and none while it is held or disputed', async () => {
  const { orderId, buyer } = nextOrder()
  const { handOverId } = await handOver(market, { orderId, buyer, handledBy: handler, hours: 80 } as never)
  expect(await market.db.database.as(CLOCK, (tx) => releaseHandOver(tx, handOverId))).toBe(true)
  const earned = await balance('vendor', vendorId)
  expect(earned).toBe(7_600_000)
  expect((await giveBack(orderId, 800_000)).status).toBe(200)
  expect(await balance('vendor', vendorId)).toBe(earned - 760_000)
  // All but ₦1,000 was paid out.
  const payout = crypto.randomUUID()
  await market.db.owner.query('select ledger.post($1, $2)', [
    payout,
    JSON.stringify([
      { kind: 'payout_begun', debit: vendorId, credit: payout, amount_kobo: earned - 760_000 - 100_000 },
    ]),
  ])
  expect((await giveBack(orderId, 800_000)).body.code).toBe('paid_out_already')
  expect((await giveBack(orderId, 100_000)).status).toBe(200)
  await market.db.owner.query('select ledger.post($1, $2)', [
    crypto.randomUUID(),
    JSON.stringify([
      { kind: 'payout_failed', debit: payout, credit: vendorId, amount_kobo: earned - 760_000 - 100_000 },
    ]),
  ])

  await market.db.owner.query(
    `insert into public.payout_terms (vendor_id, held_at, held_by, hold_reason) values ($1, now(), $2, 'Under review')
     on conflict (vendor_id) do update set held_at = now(), held_by = $2, hold_reason = 'Under review'`,
    [vendorId, chief],
  )
  expect((await giveBack(orderId, 100)).body.code).toBe('payouts_held')
  await market.db.owner.query(
    'update public.payout_terms set held_at = null, held_by = null, hold_reason = null where vendor_id = $1',
    [vendorId],
  )
  await withoutTriggers(market.db.owner, (client) =>
    client.query(`update public.orders set completed_at = now() - interval '31 days' where id = $1`, [orderId]),
  )
  expect((await giveBack(orderId, 100)).body.code).toBe('shop_refund_too_late')
})

test('a claim decides first', async () => {
  const { orderId, buyer } = nextOrder()
  const goods = await handOver(market, { orderId, buyer, handledBy: handler } as never)
  const { answer } = await fileClaim(market, goods)
  expect(answer.status).toBe(200)
  expect((await giveBack(orderId, 100)).body.code).toBe('claim_decides')
  await market.call('withdraw-claim', { claim_id: answer.body.claim_id }, { as: buyer })
  expect((await giveBack(orderId, 100)).status).toBe(200)
})

describe('in parallel', () => {
  test('a shop and a chief give back at most what was bought', async () => {
    const { orderId } = nextOrder()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        index % 2 === 0
          ? giveBack(orderId, 1_000_000 + index)
          : market.call(
              'refund-part',
              { order_id: orderId, goods_kobo: 1_000_000 + index, payer: 'vendor', reason: 'It came short' },
              { as: chief },
            ),
      ),
    )
    const succeeded = answers.filter(({ status }) => status === 200)
    expect(succeeded.length).toBeLessThanOrEqual(8)
    expect(succeeded.length).toBeGreaterThanOrEqual(7)
    expect(Number((await order(orderId)).returned)).toBe(
      succeeded.reduce((all, { body }) => all + body.returned_kobo, 0),
    )
  })

  test('giving back and the release of the money agree, whichever is first', async () => {
    for (const _ of [1, 2, 3]) {
      const { orderId, buyer } = nextOrder()
      const { handOverId } = await handOver(market, { orderId, buyer, handledBy: handler, hours: 80 } as never)
      const [back] = await Promise.all([
        giveBack(orderId, 800_000),
        market.db.database.as(CLOCK, (tx) => releaseHandOver(tx, handOverId)),
      ])
      expect(back.status).toBe(200)
      await market.db.database.as(CLOCK, (tx) => releaseHandOver(tx, handOverId))
      expect(await order(orderId)).toMatchObject({ status: 'completed', back: '800000' })
      expect(await balance('escrow', orderId)).toBe(0)
    }
  })

  test('giving back and a payout never take the same money, nor any that a bank disputes', async () => {
    for (const payoutAt of [0, 3, 6]) {
      const shop = await paidBuys(market).settled(2, { buy: { min_participants: 2, price_tiers: '[]' } })
      await addBankAccount(market, shop.vendorId)
      const session = await createProvenSession(market, shop.ownerId)
      for (const { orderId, buyer } of shop.orders) {
        const goods = await handOver(market, { orderId, buyer, handledBy: handler, hours: 80 } as never)
        await market.db.database.as(CLOCK, (tx) => releaseHandOver(tx, goods.handOverId))
      }
      const [disputed, other] = shop.orders.map(({ orderId }) => orderId)
      await market.db.owner.query(
        `insert into public.disputes (gateway, id, payment_id, status, amount_kobo)
         select 'local', order_id::text, payment_id, 'open', 8200000 from public.payment_parts where order_id = $1`,
        [disputed],
      )
      const calls = Array.from(
        { length: 6 },
        (_, index) => () => giveBack(other ?? '', 2_000_000 + index, {}, shop.ownerId),
      )
      const payOut = () => market.call('request-payout', { amount_kobo: null }, { as: shop.ownerId, session })
      const answers = await Promise.all(calls.toSpliced(payoutAt, 0, payOut).map((call) => call()))
      const [payout] = answers.splice(payoutAt, 1)
      const given = answers.filter(({ status }) => status === 200)
      expect(answers.filter(({ status }) => status !== 200).map(({ body }) => body.code)).toEqual(
        Array.from({ length: 6 - given.length }, () => expect.stringMatching(/^(paid_out_already|more_than_is_left)$/)),
      )
      expect(given.length).toBeLessThanOrEqual(3)
      expect(payout?.status).toBe(200)
      // Only the money of the disputed order is left.
      expect(await balance('vendor', shop.vendorId)).toBe(7_600_000)
      expect(
        await market.row(
          `select sum(vendor_kobo)::integer as back, coalesce(sum(loss_kobo), 0)::integer as loss from public.partial_refunds where order_id = $1`,
          [other],
        ),
      ).toEqual({ back: given.length > 0 ? 7_600_000 - payout?.body.amount_kobo : null, loss: 0 })
    }
  })

  test('giving back and opening a claim do not both count the same goods', async () => {
    const { orderId, buyer } = nextOrder()
    const goods = await handOver(market, { orderId, buyer, handledBy: handler } as never)
    const [back, claim] = await Promise.all([giveBack(orderId, 8_000_000), fileClaim(market, goods)])
    // Either the claim came first and decides, or nothing was left to claim.
    expect([back.status, claim.answer.status].filter((status) => status === 200)).toHaveLength(1)
  })
})

describe('the database refuses', () => {
  const insert = (orderId: string, facts: Record<string, unknown>) => {
    const row = {
      order_id: orderId,
      goods_kobo: 100,
      fee_kobo: 2,
      payer: 'vendor',
      reason: 'It was torn',
      created_by: ownerId,
      loss_kobo: 0,
      ...facts,
    }
    const names = Object.keys(row)
    return queryWithCause(
      market.db.owner,
      'vendor',
      `insert into public.partial_refunds (${names.join()}) values (${names.map((_, index) => `$${index + 1}`).join()})`,
      Object.values(row),
    )
  }
  test('a refund by a shop at another’s cost, or about money that others decide about', async () => {
    const { orderId, buyer } = nextOrder()
    const own = 'A shop gives back its own money only'
    const other = await market.shop()
    await expect(insert(orderId, { payer: 'market' })).rejects.toThrow(own)
    await expect(insert(orderId, { created_by: other.ownerId })).rejects.toThrow(own)
    await expect(insert(orderId, { loss_kobo: 1, earned_goods_kobo: 100 })).rejects.toThrow(own)
    const goods = await handOver(market, { orderId, buyer, handledBy: handler } as never)
    const { answer } = await fileClaim(market, goods)
    await expect(insert(orderId, {})).rejects.toThrow('Others decide about this money')
    await market.call('withdraw-claim', { claim_id: answer.body.claim_id }, { as: buyer })
  })
})
